import { describe, expect, test } from "vitest";
import {
  acceptedEncodings,
  acceptedOfPieces,
  matchesEtag,
} from "~/platform/http/responses/negotiation.server";

describe("the encoding that is sent", () => {
  test.each([
    { header: undefined, first: "identity" },
    { header: "", first: "identity" },
    { header: "gzip, deflate, br, zstd", first: "br" },
    { header: "gzip, deflate", first: "gzip" },
    { header: "GZIP", first: "gzip" },
    { header: "gzip,zstd", first: "zstd" },
    { header: "br;q=0, gzip", first: "gzip" },
    { header: "br;q=0.1, gzip;q=0.9", first: "gzip" },
    { header: "gzip;q=0.2, identity;q=1", first: "identity" },
    { header: "gzip;q=0.2", first: "gzip" },
    { header: "br; q=0.000, gzip;q=0", first: "identity" },
    { header: "identity;q=0, gzip", first: "gzip" },
    { header: "identity;q=0", first: undefined },
    { header: "*", first: "br" },
    { header: "*;q=0, gzip", first: "gzip" },
    { header: "deflate, brotli", first: "identity" },
    { header: "br;q=nonsense, ;;,=, gzip", first: "gzip" },
    { header: "gzip;Q=0", first: "identity" },
    { header: "gzip;Q=0.2, Identity;Q=1", first: "identity" },
    { header: `gzip,${"x,".repeat(4_000)}br`, first: "gzip" },
    { header: `gzip,${"x".repeat(1_016)},br`, first: "br" },
    { header: `gzip,${"x".repeat(1_017)},br`, first: "gzip" },
    { header: `gzip,${"x".repeat(1_018)},brotli`, first: "gzip" },
    { header: "x".repeat(8_000), first: "identity" },
  ])("for $header is $first, also when asked again", ({ header, first }) => {
    expect(acceptedEncodings(header)[0]).toBe(first);
    expect(acceptedEncodings(header)[0]).toBe(first);
  });
});

test.each([
  { header: "gzip, deflate, br, zstd", first: "zstd" },
  { header: "gzip, br", first: "gzip" },
  { header: "gzip;q=0.5, br", first: "br" },
  { header: "gzip;q=0.2, identity;q=1", first: "identity" },
  { header: undefined, first: "identity" },
])("for $header a page in pieces is sent in $first", ({ header, first }) => {
  expect(acceptedOfPieces(header)[0]).toBe(first);
});

test.each([
  { given: undefined, isMatch: false },
  { given: null, isMatch: false },
  { given: '"a"', isMatch: true },
  { given: 'W/"a"', isMatch: true },
  { given: '"b", "a"', isMatch: true },
  { given: '"b",W/"a"', isMatch: true },
  { given: "*", isMatch: true },
  { given: '"b"', isMatch: false },
  { given: '"aa"', isMatch: false },
  { given: "a", isMatch: false },
])("If-None-Match: $given matches: $isMatch", ({ given, isMatch }) => {
  expect(matchesEtag(given, '"a"')).toBe(isMatch);
});
