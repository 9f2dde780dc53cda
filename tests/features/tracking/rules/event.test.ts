import { expect, test } from "vitest";
import { outgoingEvent, postedEvent } from "~/features/tracking/event";

const agent = "Mozilla/5.0";

test("only the breach events contain the e-mail", () => {
  const email = "rich@example.com";
  expect(
    outgoingEvent({
      event: "Pwned success response",
      userAgent: agent,
      email,
      host: "h",
      status: 200,
    }),
  ).toEqual({ event: "Pwned success response", userAgent: agent, email, host: "h", status: 200 });
  const smuggled = {
    event: "cancel_error",
    userAgent: agent,
    email,
    error: `No plan for ${email}`,
  };
  expect(outgoingEvent(smuggled as never)).toEqual({
    event: "cancel_error",
    userAgent: agent,
    error: "No plan for [email]",
  });
});

test.each([
  ["an event without extras", { event: "open" }, { event: "open", userAgent: agent }],
  ["its own user agent", { event: "open", userAgent: "A/1" }, { event: "open", userAgent: "A/1" }],
  [
    "flat extras",
    { event: "open", step: 2, shown: true, label: "a", none: null },
    { event: "open", userAgent: agent, step: 2, shown: true, label: "a", none: null },
  ],
  [
    "nested extras are dropped",
    { event: "open", deep: { a: 1 }, list: [1], endless: Number.POSITIVE_INFINITY },
    { event: "open", userAgent: agent },
  ],
  [
    "secret extras are dropped",
    {
      event: "open",
      email: "a",
      userEmail: "a",
      e_mail: "a",
      "E-Mail": "a",
      password: "a",
      token: "a",
      creds: "a",
      sessionId: "a",
      cookie: "a",
    },
    { event: "open", userAgent: agent },
  ],
  [
    "an e-mail in a harmless extra is removed",
    { event: "open", page: "/a?from=eyJhbGci", note: "I am rich@example.com" },
    { event: "open", userAgent: agent, page: "/a", note: "I am [email]" },
  ],
  [
    "a prototype is dropped",
    JSON.parse('{"event":"open","__proto__":{"a":1},"constructor":"x"}'),
    { event: "open", userAgent: agent, constructor: "x" },
  ],
])("%s", (_, posted, passedOn) => {
  expect(postedEvent(posted, agent)).toEqual(passedOn);
});

const isKept = (name: string, value: unknown = "a") =>
  Object.hasOwn(postedEvent({ event: "open", [name]: value }, agent) ?? {}, name);

test.each([
  ...["passive", "passage", "compass", "bypass", "author", "authored", "authenticated"],
  ...["tokenized", "secretary", "secretFans", "cookieless", "phonetic", "addressed", "emailing"],
  ...["creditCount", "incredible", "sessionLength", "session_seconds", "username_shown", "video"],
  ...["ids", "title", "fromStep", "codec", "valid", "tip", "fluid", "description"],
])("the extra %s is kept", (name) => {
  expect(isKept(name)).toBe(true);
});

test.each([
  ...["passwordLength", "password_strength", "tokenType", "emailCount", "PASSWORD_SECONDS"],
  ...["passwordValid", "passwordShown"],
])("the extra %s is kept as a number or boolean, and dropped as text", (name) => {
  expect([isKept(name, 7), isKept(name, true), isKept(name, "a")]).toEqual([true, true, false]);
});

test.each([
  ...["pass", "Pass", "userPass", "pass_word", "passwd", "pwd", "passcode", "passphrase"],
  ...["password", "newPassword", "PASSWORD_HASH", "password2", "userpassword", "PASSWORD"],
  ...["userpass", "newpass", "passwordconfirm", "passConfirm", "passwordlength"],
  ...["auth", "authToken", "authorization", "Authorization", "xAuthKey", "oauth", "oauth_code"],
  ...["authcode", "authBearer", "clientsecret", "secretkey", "mySecretWord"],
  ...["session", "sessionId", "session_id", "SESSIONID", "sid", "jsessionid", "sessionToken"],
  ...["sessionUuid", "token", "tokens", "csrfToken", "id_token", "accesstoken", "refresh-token"],
  ...["email", "e_mail", "eMail", "E-Mail", "mail", "useremail", "emailHash", "emails"],
  ...["emailaddress", "cred", "creds", "credentials", "secret", "clientSecret", "apiKey"],
  ...["api_key", "apikey", "cookie", "cookies", "phone", "phoneNumber", "phonenumber"],
  ...["mobilePhone", "address", "addressLine1", "ipAddress", "ip", "clientIp", "firebaseUid"],
  ...["firebaseuid", "uidHash", "id", "t", "from", "code", "user", "name", "uid", "username"],
])("the extra %s is dropped", (name) => {
  expect(isKept(name)).toBe(false);
});

test("extras are bounded in number and length", () => {
  const extras = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`extra${at}`, at]));
  expect(Object.keys(postedEvent({ event: "open", ...extras }, agent) ?? {})).toHaveLength(22);
  const long = postedEvent({ event: "open", label: "b c ".repeat(10_000) }, "d ".repeat(9_000));
  expect(String(long?.label)).toHaveLength(500);
  expect(String(long?.userAgent)).toHaveLength(500);
  // An address at the edge is recognized as a whole.
  const label = `${"a ".repeat(245)}lena@example.com`;
  expect(postedEvent({ event: "open", label }, agent)?.label).toContain("[email]");
});

test.each([
  "cancel_click",
  "cancel_membership_confirmation_button_clicked",
  "Clicked 'Stay premium'",
  "Clicked (hero), twice",
  "Cancel – click",
  "modal?open",
  "_private",
  "price $5 = 100 %!",
  "one of many words ".repeat(5).trim(),
])("%s is an event", (event) => {
  expect(postedEvent({ event }, agent)).toEqual({ event, userAgent: agent });
});

test.each([
  [undefined],
  [null],
  ["open"],
  [["open"]],
  [{}],
  [{ event: "" }],
  [{ event: 3 }],
  [{ event: "rich@example.com" }],
  [{ event: "password=hunter22" }],
  [{ event: "a".repeat(101) }],
  [{ event: "<script>" }],
  [{ event: "two\nlines" }],
  [{ event: "right\u202eleft" }],
  [{ event: "   " }],
  [{ event: "=1+1" }],
  [{ event: "3q2-7wECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g" }],
])("%j is not an event", (posted) => {
  expect(postedEvent(posted, agent)).toBeUndefined();
});
