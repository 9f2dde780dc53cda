import { expect, test } from "vitest";
import {
  addressIn,
  type Language,
  languageInCookie,
  preferredLanguage,
  untagged,
} from "~/platform/values/languages";

const all: Language[] = ["en", "de", "fr", "es", "pt-BR", "it", "ar"];

test.each([
  [undefined, undefined],
  ["", undefined],
  ["de", "de"],
  ["DE-at", "de"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["PT-br", "pt-BR"],
  ["ja, de;q=0.1", "de"],
  ["de;q=0.5, fr;q=0.9", "fr"],
  ["de;q=0.9,fr;q=0.9", "de"],
  ["en-GB,en;q=0.9,de;q=0.8", "en"],
  ["*", undefined],
  ["*, it;q=0.2", "it"],
  ["de;q=0, it", "it"],
  ["de;q=0", undefined],
  ["de;q=2, it", "it"],
  ["de;q=0.1234, it;q=0.1", "it"],
  ["de;level=1, ar;q=0.3", "ar"],
  ["de_DE, es", "es"],
  ["abcdefghi, es", "es"],
  ["zh-Hant-TW", undefined],
  ["de ; q=0.3 , es;q=0.2", "de"],
  ["de;q=1.000, fr", "de"],
  [";;,,--, fr", "fr"],
])("Accept-Language %s: %s", (header, language) => {
  expect(preferredLanguage(header, all)).toBe(language);
});

test("a language that is not configured is not preferred, and the first of two counts", () => {
  expect(preferredLanguage("fr, de;q=0.5", ["en", "de"])).toBe("de");
  expect(preferredLanguage("en-XA", ["en", "en-XA"])).toBe("en-XA");
  expect(preferredLanguage("en-GB", ["en-XA", "en"])).toBe("en-XA");
});

test.each([
  ["/", undefined],
  ["/sign-in", undefined],
  ["/de", { language: "de", address: "/" }],
  ["/de?a=b", { language: "de", address: "/?a=b" }],
  ["/de/", { language: "de", address: undefined }],
  ["/de//", { language: "de", address: undefined }],
  ["/de/sign-in?a=b", { language: "de", address: "/sign-in?a=b" }],
  ["/pt-BR/cancel/not-me?t=x", { language: "pt-BR", address: "/cancel/not-me?t=x" }],
  ["/ar/cancel", { language: "ar", address: "/cancel" }],
  ["/de/sign-in/google", { language: "de", address: "/sign-in/google" }],
  ["/de/sign-in/google/callback", { language: "de", address: undefined }],
  ["/de/dashboard", { language: "de", address: undefined }],
  ["/de/articles/secret-admirers", { language: "de", address: undefined }],
  ["/de/de", { language: "de", address: undefined }],
  ["/de/api/cancel", { language: "de", address: undefined }],
  ["/de/sitemap.xml", { language: "de", address: undefined }],
  ["/DE", undefined],
  ["/pt-br", undefined],
  ["/pt", undefined],
  ["/en", undefined],
  ["/en/sign-in", undefined],
  ["/german", undefined],
])("%s without its tag", (address, expected) => {
  expect(untagged(address, all)).toEqual(expected);
});

test("a tag that is not configured is none", () => {
  expect(untagged("/fr", ["en", "de"])).toBeUndefined();
});

test.each<[Language, string, string]>([
  ["de", "/", "/de"],
  ["de", "/?a=b", "/de?a=b"],
  ["de", "/#faq", "/de#faq"],
  ["de", "/sign-in?redirectTo=%2Fdashboard", "/de/sign-in?redirectTo=%2Fdashboard"],
  ["de", "/dashboard", "/dashboard"],
  ["de", "/pdf/Lesson_n1.pdf", "/pdf/Lesson_n1.pdf"],
  ["de", "/de/sign-in", "/de/sign-in"],
  ["de", "https://example.com/", "https://example.com/"],
  ["en", "/sign-in", "/sign-in"],
  ["pt-BR", "/cancel/received", "/pt-BR/cancel/received"],
])("in %s, %s is %s", (language, address, expected) => {
  expect(addressIn(language, address)).toBe(expected);
});

test.each([
  [undefined, undefined],
  ["language=de", "de"],
  ["a=b; language=pt-BR; c=d", "pt-BR"],
  ["language=DE", undefined],
  ["language=de-DE", undefined],
  ["language=", undefined],
  ["otherlanguage=de", undefined],
])("the cookie %s says %s", (header, language) => {
  expect(languageInCookie(header, all)).toBe(language);
});
