import fc from "fast-check";
import { follower, followersPath, followingPath } from "./reading.ts";
import { type ZipEntry, zipOf } from "./zip-writer.ts";

const followers = JSON.stringify([follower("ana"), follower("ben")]);
const small = fc.oneof(fc.nat(500), fc.constantFrom(0, 0xffff_fffe, 0xffff_ffff));
const name = fc.constantFrom(
  followersPath,
  followingPath,
  "connections/",
  "../../etc/passwd",
  "/followers_1.json",
  "C:\\followers_1.json",
  "followers_1.json\0.jpg",
  "media/posts_1.json",
  "past_instagram_insights/posts.json",
  "a/".repeat(2_000),
  "x".repeat(0xffff),
  "",
);
const content = fc.oneof(
  fc.constantFrom(followers, "", "[", "[]", "null", "{}", "[".repeat(10_000)),
  fc.constantFrom(
    JSON.stringify([{ __proto__: 1, constructor: 5 }]),
    '[{"__proto__":{"title":"x"}}]',
  ),
  fc.json(),
  fc.constant(`[${" ".repeat(200_000)}]`),
  fc.constant(zipOf([{ name: followersPath, content: followers }])),
);
/** An entry whose fields say anything. */
export const lyingEntry: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name,
    content,
    stored: fc.boolean(),
    descriptor: fc.record({ marked: fc.boolean(), wide: fc.boolean() }),
    sizesInHeader: fc.boolean(),
    flags: fc.constantFrom(0, 0, 0, 0x800, 1, 0x40, 0x2000, 0xffff),
    method: fc.constantFrom(0, 8, 8, 9, 99, 12, 65_535),
    crc: small,
    size: small,
    mode: fc.constantFrom(0o100644, 0o120777, 0o040755),
    extendedTime: fc.constantFrom(0, 1, 1_780_000_000, 0xffff_ffff),
    directory: fc.record(
      { crc: small, compressed: small, size: small, offset: small },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["name", "content"] },
);
