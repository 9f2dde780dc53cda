import { alone, listOf, names } from "./good-export.ts";
import { filesCase, type HostileCase } from "./hostile-case.ts";
import { aloneCase, good, named, with1 } from "./lists.ts";
import { oddNames } from "./odd-names.ts";

const timed = (timestamp: string) => named("ana").replace("1719878400", timestamp);

/** Followers that are no list, or no JSON. */
const shapes: HostileCase[] = [
  aloneCase("nothing at all", "damaged", ""),
  aloneCase("null", "damaged", "null"),
  aloneCase("a number", "damaged", "17"),
  aloneCase("a text", "damaged", '"followers"'),
  aloneCase("a list of nothing", "used", "[]"),
  aloneCase("an object of nothing", "damaged", "{}"),
  aloneCase("a list of what is no person", "used", '[null,1,"x",[],{},[[]],true,{"title":{}}]'),
  aloneCase("an object with a number for a list", "damaged", '{"relationships_followers":17}'),
  aloneCase("an object with an object for a list", "damaged", '{"relationships_followers":{}}'),
  aloneCase("a list of those followed", "damaged", `{"relationships_following":${good}}`),
  aloneCase("a list that does not end", "damaged", good.slice(0, -1)),
  aloneCase("a text that does not end", "damaged", `${good.slice(0, -1)},{"title":"`),
  aloneCase("an escape that does not end", "damaged", '["\\'),
  aloneCase("a comma too many", "damaged", `${good.slice(0, -1)},]`),
  aloneCase("something behind the list", "damaged", `${good}{}`),
  aloneCase("two lists", "damaged", good + good),
  aloneCase("quotes of JavaScript", "damaged", good.replaceAll('"', "'")),
  aloneCase("NaN for a time", "damaged", with1(timed("NaN"))),
  aloneCase("brackets of the wrong kind", "damaged", with1("[}")),
  aloneCase("100,000 brackets", "damaged", "[".repeat(100_000)),
  aloneCase("an entry of 100 brackets", "damaged", with1("[".repeat(100) + "]".repeat(100))),
  aloneCase("a text of 2 MB", "damaged", with1(named("x".repeat(2_000_000)))),
  aloneCase("a key of 2 MB", "damaged", `{"${"x".repeat(2_000_000)}":[]}`),
  aloneCase("2 MB of commas", "damaged", `[${",".repeat(2_000_000)}]`),
  aloneCase("half a million empty entries", "used", `[${"{},".repeat(500_000)}{}]`),
  aloneCase("UTF-16", "damaged", Buffer.from(`\ufeff${good}`, "utf16le")),
  aloneCase("a mark of UTF-8", "used", `\ufeff${good}`),
  aloneCase("bytes that are no UTF-8", "used", Buffer.from(with1(named("\xff\xfe\x80")), "latin1")),
  aloneCase("a page", "damaged", "<!doctype html><title>Followers</title>"),
  aloneCase("null bytes", "damaged", Buffer.alloc(5_000)),
  filesCase("followers as a page", "html-format", [
    alone("<html><script>alert(1)</script></html>", "followers_1.html"),
  ]),
  filesCase("a program", "not-an-export", [alone("\x7fELF".padEnd(3_000, "\x90"), "a.exe")]),
  filesCase("a following file alone", "no-followers", [alone(good, "following.json")]),
];

const people: HostileCase[] = [
  ...Array.from({ length: Math.ceil(oddNames.length / 6) }, (_, index) => {
    const some = oddNames.slice(index * 6, index * 6 + 6);
    const shown = some.map((name) => JSON.stringify(name.slice(0, 12)));
    return aloneCase(`the names ${shown.join(" ")}`, "used", listOf([...names, ...some]));
  }),
  aloneCase("all these names", "used", listOf(oddNames)),
  aloneCase("one name a thousand times", "used", listOf(Array(1_000).fill("ana"))),
  aloneCase("one name in many writings", "used", listOf(["Ana", "ANA", "ana", "aNa"])),
  aloneCase(
    "names that are no text",
    "used",
    `[${[17, null, true, [], {}, { toString: "x" }, ["ana"]].map((name) => named(name))}]`,
  ),
];

const times: HostileCase[] = [
  "-1",
  "0",
  "1e308",
  "1e999",
  "0.5",
  '"1719878400"',
  '"soon"',
  "null",
  "{}",
  "-11644473600",
  "253402300799000",
  "1719878400000",
  "4294967296",
  "99999999999999999999999",
  '"-5"',
].map((time) => aloneCase(`the time ${time}`, "used", with1(timed(time))));

/** Keys that mean something to JavaScript, at each depth. */
const polluted = `{"__proto__":{"polluted":1,"string_list_data":[{"value":"x"}]},"constructor":{"prototype":{"polluted":1}},${named("ana").slice(1)}`;
const keys: HostileCase[] = [
  aloneCase("a prototype in an entry", "used", with1(polluted)),
  aloneCase("a prototype around the list", "damaged", `{"__proto__":${good}}`),
  aloneCase("a prototype around all", "used", `{"relationships_followers":${good},"__proto__":[]}`),
  aloneCase("a key twice", "used", with1('{"title":"a","title":"b"}')),
];

/** Lists of followers that are broken, or hold what Instagram never writes. */
export const brokenLists = [...shapes, ...people, ...times, ...keys];
