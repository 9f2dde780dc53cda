import advice from "content:breach-advice";
import { expect, test } from "vitest";
import {
  advise,
  type Breach,
  byState,
  hasLostPasswords,
  isPasswordNewer,
  marksOf,
} from "~/features/safety/breach";

const breach = (name: string, date: string, ...dataClasses: string[]): Breach => ({
  name,
  domain: `${name}.example`,
  date,
  dataClasses,
});

const lost = (...dataClasses: string[]) =>
  advise([breach("a", "2020-01-01", ...dataClasses)], advice)[0]?.advice.map((one) => one.lost);

const password = "Passwords and ways to sign in";
const cards = "Cards, bank details and payments";
const identity = "Identity documents";
const money = "Income, loans and savings";
const messages = "Private messages, photos and health";
const phone = "Phone number";
const home = "Home address and places";
const details = "Personal details";
const devices = "Devices and connection";
const email = "Email address, user name and profiles";
const other = "Other data";

test.each([
  ["Passwords", password],
  ["Historical passwords", password],
  ["Password hints", password],
  ["Security questions and answers", password],
  ["Auth tokens", password],
  ["PINs", password],
  ["Mothers maiden names", password],
  ["Credit cards", cards],
  ["Credit card CVV", cards],
  ["Partial credit card data", cards],
  ["Bank account numbers", cards],
  ["Payment histories", cards],
  ["Payment methods", cards],
  ["Banking PINs", cards],
  ["Financial transactions", cards],
  ["Income levels", money],
  ["Net worths", money],
  ["Account balances", money],
  ["Financial investments", money],
  ["Loan information", money],
  ["Home loan information", money],
  ["Credit scores", money],
  ["Credit status information", money],
  ["Taxation records", money],
  ["Government issued IDs", identity],
  ["Passport numbers", identity],
  ["Driver's licenses", identity],
  ["Social security numbers", identity],
  ["Identity documents", identity],
  ["Private messages", messages],
  ["Email messages", messages],
  ["Photos", messages],
  ["Sexual orientations", messages],
  ["Phone numbers", phone],
  ["Partial phone numbers", phone],
  ["IMEI numbers", phone],
  ["Physical addresses", home],
  ["Geographic locations", home],
  ["Latitude/longitude pairs", home],
  ["Home ownership statuses", home],
  ["Dates of birth", details],
  ["Names", details],
  ["Family members' names", details],
  ["Purchases", details],
  ["IP addresses", devices],
  ["MAC addresses", devices],
  ["Browser user agent details", devices],
  ["Email addresses", email],
  ["Recovery email addresses", email],
  ["Address book contacts", email],
  ["Usernames", email],
  ["Profile photos", email],
  ["Social media profiles", email],
  ["Spinning classes", other],
  ["Spoken languages", other],
  ["", other],
])("leaked %s: the advice is on %s", (dataClass, expected) => {
  expect(lost(dataClass)).toEqual([expected]);
});

test("advice is sorted by importance, each kind once", () => {
  expect(lost("Private messages", "Income levels", "Passport numbers", "Passwords")).toEqual([
    password,
    identity,
    money,
    messages,
  ]);
  expect(
    lost("Usernames", "Email addresses", "Phone numbers", "Credit cards", "Passwords"),
  ).toEqual([password, cards, phone, email]);
});

test("a breach without data classes still has advice", () => {
  expect(lost()).toEqual([other]);
});

test("breaches are sorted by importance, then the newest first", () => {
  const sorted = advise(
    [
      breach("mail", "2024-01-01", "Email addresses"),
      breach("old-password", "2012-01-01", "Email addresses", "Passwords"),
      breach("phone", "2023-01-01", "Phone numbers"),
      breach("new-password", "2022-01-01", "Passwords"),
    ],
    advice,
  );
  expect(sorted.map(({ name }) => name)).toEqual(["new-password", "old-password", "phone", "mail"]);
});

test.each<[string, string | undefined, boolean | undefined]>([
  ["2016-05-05", "2016-05-04T23:59:59Z", false],
  // Of the same day: it may be the one that was lost.
  ["2016-05-05", "2016-05-05T23:59:59Z", false],
  ["2016-05-05", "2016-05-06T00:00:00Z", true],
  ["2016-05-05", undefined, undefined],
  ["some day", "2016-05-06T00:00:00Z", undefined],
  ["", "2016-05-06T00:00:00Z", undefined],
])("a breach of '%s', a password of %s: newer %s", (date, setAt, expected) => {
  expect(isPasswordNewer({ date }, setAt === undefined ? setAt : Date.parse(setAt))).toBe(expected);
});

test.each([
  [["Passwords"], true],
  [["Historical passwords"], true],
  [["Password hints", "Phone numbers"], true],
  [["Phone numbers"], false],
  [[], false],
])("%j: passwords were lost: %s", (dataClasses, expected) => {
  expect(hasLostPasswords({ dataClasses })).toBe(expected);
});

test("what is dealt with stands apart, in the same order", () => {
  const all = ["a", "b", "c", "d"].map((name) => breach(name, "2020-01-01"));
  const { open, closed } = byState(all, ["d", "b", "gone"]);
  expect(open.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(closed.map(({ name }) => name)).toEqual(["b", "d"]);
});

test("a breach that the service has renamed is the same one; another day, or no site, is another", () => {
  const old = breach("old", "2020-01-01");
  const siteless = { ...old, domain: "" };
  const marks = [...marksOf(old), ...marksOf(siteless)];
  const renamed = { ...old, name: "new" };
  const later = { ...renamed, date: "2024-01-01" };
  const unknown = { ...siteless, name: "new" };
  const { open, closed } = byState([renamed, later, unknown], marks);
  expect([open, closed]).toEqual([[later, unknown], [renamed]]);
});
