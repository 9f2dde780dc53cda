import "#tests/setup/mail";
import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { mailsTo } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { readPdf } from "#tests/setup/read-pdf";
import { trap } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";

vi.unmock("~/features/report/plain-document.server");

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, de, ar");
  resetApp();
});

const post = (path: string, fields: Record<string, string>, cookie = "") =>
  visit(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    cookie,
    redirect: "manual",
    headers: { accept: "text/html" },
  });

interface Way {
  ask: (member: Member, page: string) => Promise<unknown>;
  /** Of the English mail. */
  subject: string;
  /** Public links of this app in it, without a tag. */
  links: string[];
}

/** A mail for each way of being asked for. `page`: the tag in front of a public page. */
const ways: Record<string, Way> = {
  "a link that signs in": {
    ask: ({ email }, page) => post(`${page}/sign-in/link`, { email }),
    subject: "Your sign-in link for Profile Analyzer",
    links: ["/sign-in/link"],
  },
  "the receipt of a public cancellation": {
    ask: ({ email }, page) => post(`${page}/cancel`, { email, press: "declare" }),
    subject: "We have your cancellation",
    links: ["/cancel/not-me"],
  },
};

const setLanguage = async ({ uid }: Member, language: string) =>
  (await firestore()).doc(`settings/${uid}`).set({ language }, { merge: true });

async function mailTo(member: Member) {
  await vi.waitFor(() => expect(mailsTo(member)).not.toHaveLength(0), 8_000);
  const [mail] = mailsTo(member);
  if (!mail) throw new Error("no mail");
  return mail;
}

async function saidIn(language: "de" | "ar", english: string): Promise<string> {
  const { voiceOf } = await import("~/platform/languages/messages.server");
  return voiceOf(language).say(english, []);
}

const asked = Object.entries(ways).flatMap(([name, way]) =>
  (
    [
      ["de", "", "de"],
      ["de", "/ar", "de"],
      [undefined, "/de", "de"],
      [undefined, "/ar", "ar"],
      [undefined, "", "en"],
    ] as const
  ).map(([set, page, language]) => ({ name, way, set, page, language })),
);
// Of one way of asking these, of the other way those.
test.each(asked.filter((_, at) => everyCase || at % 2 === 0))(
  "$name: set $set, asked for on '$page': $language",
  async ({ way, set, page, language }) => {
    const member = await newMember();
    if (set) await setLanguage(member, set);
    await way.ask(member, page);
    const mail = await mailTo(member);
    expect(mail.subject).toBe(
      language === "en" ? way.subject : await saidIn(language, way.subject),
    );
    const direction = language === "ar" ? "rtl" : "ltr";
    expect(mail.html).toContain(`<html dir="${direction}" lang="${language}">`);
    const tag = language === "en" ? "" : `/${language}`;
    for (const link of way.links) expect(mail.html).toContain(`http://localhost:3000${tag}${link}`);
  },
);

test("what waited in a language that is offered no more is written in English", async () => {
  const { languageToWrite } = await import("~/features/account/language.server");
  expect(await languageToWrite({ page: "de" })).toBe("de");
  expect(await languageToWrite({ page: "fr" })).toBe("en");
});

test("a mail about what is pressed on a private page is in the language that is set, or in the page's", async () => {
  for (const [set, accepted, language] of [
    ["de", "ar", "de"],
    [undefined, "ar", "ar"],
    [undefined, "fr", "en"],
  ] as const) {
    const member = await newMember();
    if (set) await setLanguage(member, set);
    const answer = await visit("/dashboard/my-plan/cancel", {
      method: "POST",
      body: new URLSearchParams(),
      cookie: member.cookie,
      redirect: "manual",
      headers: { accept: "text/html", "accept-language": accepted },
    });
    expect(answer.status).toBeLessThan(400);
    const mail = await mailTo(member);
    expect(mail.html).toContain(`lang="${language}"`);
    const tag = language === "en" ? "" : `/${language}`;
    expect(mail.html).toContain(`http://localhost:3000${tag}/unsubscription?from=`);
    // Mail programs post there, whatever the language.
    expect(mail.headers["list-unsubscribe"]).toContain(
      "http://localhost:3000/unsubscription?from=",
    );
  }
});

test("an interface asks in English, unless somebody has set another language", async () => {
  for (const [set, language] of [
    ["de", "de"],
    [undefined, "en"],
  ] as const) {
    const member = await newMember();
    if (set) await setLanguage(member, set);
    await visit("/api/cancel-request", {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": "ar" },
      body: JSON.stringify({ email: member.email, code: "profile-analyzer" }),
    });
    expect((await mailTo(member)).html).toContain(`lang="${language}"`);
  }
});

/** The first PDF in a mail, as it is read. */
function pdfIn({ source }: { source: string }) {
  const [, base64 = ""] =
    /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(source) ?? [];
  return readPdf(Buffer.from(base64, "base64"));
}

const receipts: ["de" | "ar", RegExp][] = [
  ["de", /Ihre Kündigung/],
  ["ar", /العقد|اشتراك/],
];
test.each(everyCase ? receipts : receipts.slice(1))(
  "a receipt's PDF is in the language of its letter: %s",
  async (language, words) => {
    const member = await newMember();
    await post(`/${language}/cancel`, { email: member.email, name: "Ada", press: "declare" });
    const mail = await mailTo(member);
    const { info, pages } = await pdfIn(mail);
    expect(info).toMatchObject({ Language: language, Title: mail.subject });
    const text = pages.join(" ");
    expect(text).toMatch(words);
    expect(text).toContain(member.email);
    expect(text).toContain("UTC");
    expect(text).not.toMatch(/◊|\b(the|received|your)\b/i);
    expect(mail.subject).toBe(await saidIn(language, "We have your cancellation"));
  },
);

test("the provider is asked to write in the reader's language", async () => {
  const member = await newMember();
  await post("/de/password-recovery", { email: member.email, ...trap });
  const asked = sandbox.world.calls.filter(({ path }) => path.includes("sendOobCode")).at(-1);
  expect(asked?.headers["x-firebase-locale"]).toBe("de");
  expect(await mailTo(member)).toMatchObject({
    subject: "Setzen Sie Ihr Passwort zurück",
    text: expect.stringContaining(`das Passwort für ${member.email}`),
  });
});
