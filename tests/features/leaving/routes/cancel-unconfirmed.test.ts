import { HttpResponse, http } from "msw";
import { afterEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { backgroundSettled } from "~/platform/work/background.server";

const { faults, addresses } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
});

const form = (fields: Record<string, string>, cookie?: string) => ({
  method: "POST",
  body: new URLSearchParams(fields),
  ...(cookie && { cookie }),
});

/** The ways to cancel that answer with a page, and the two that answer with JSON. */
const ways: Record<string, (member: Member) => Promise<Response>> = {
  "step 8": ({ cookie }) => visit("/dashboard/unsubscribe/8", form({ press: "cancel" }, cookie)),
  "the mailed link": async ({ id }) =>
    visit("/unsubscription", form({ from: await signLinkToken("cancellation", id) })),
  "/api/cancel": ({ id, cookie }) =>
    visit("/api/cancel", { method: "POST", cookie, body: JSON.stringify({ id }) }),
  "/api/cancel-subscription": async ({ id }) =>
    visit(`/api/cancel-subscription/${await signLinkToken("cancellation", id)}`, {
      method: "POST",
      body: "{}",
    }),
};

const tried = Object.entries(ways).filter(([way]) => everyCase || way !== "/api/cancel");

async function textOf(answer: Response): Promise<string> {
  const body = await answer.text();
  return answer.headers.get("content-type")?.includes("json") ? body : visibleText(body);
}

test.each(tried)(
  "%s: a refusal without a message shows 'Something went wrong'",
  async (way, press) => {
    const member = await newMember();
    server.use(
      http.post(`${addresses.billing.default}/*`, () => HttpResponse.json({ error: " " })),
    );
    // A stored cancellation is tried again, so the page of the link does not show the refusal.
    expect(await textOf(await press(member))).toContain(
      way === "the mailed link" ? "We have your cancellation" : "Something went wrong",
    );
  },
);

test("an offer: a refusal without a message shows 'Something went wrong'", async () => {
  const { cookie } = await newMember();
  server.use(http.post(`${addresses.billing.default}/*`, () => HttpResponse.json({ error: "" })));
  const answer = await visit("/dashboard/offers/pdf-course", form({}, cookie));
  expect(answer.status).toBe(402);
  expect(visibleText(await answer.text())).toContain("Something went wrong");
});

test.each(tried)("%s: an unknown outcome says that it may still go through", async (way, press) => {
  const member = await newMember();
  // Caches that the session is open.
  if (way === "step 8") await visit("/dashboard/unsubscribe/8", { cookie: member.cookie });
  faults.set("firestore", { kind: "hang" });
  faults.set("billing", { kind: "reset" });
  const answer = await press(member);
  expect(answer.status).toBe(503);
  const text = await textOf(answer);
  expect(text).not.toMatch(/nothing has changed|not canceled/);
  expect(text).toMatch(way.startsWith("/api") ? /Something went wrong/ : /may still go through/);
});
