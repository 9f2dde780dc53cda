import "#tests/setup/mail";
import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { faults, world } from "#tests/setup/cancellations";
import { few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { outcomeText } from "~/features/leaving/routes/cancel-by-link/outcomes";
import { signLinkToken } from "~/platform/tokens/link-token.server";

const billingCalls = () => world.calls.filter(({ system }) => system === "billing");

describe("/unsubscription", () => {
  const read = (from: string) => ask(`/unsubscription?from=${from}`);
  const oneClick = (from: string) =>
    ask(`/unsubscription?from=${from}`, { fields: { "List-Unsubscribe": "One-Click" } });

  test("reading the link changes nothing", async () => {
    const { id } = await newMember();
    const token = await signLinkToken("cancellation", id);
    expect(await read(token)).toMatchObject({ status: 200, body: { token } });
    expect(world.calls).toEqual([]);
  });

  test("a mail program's one click cancels, without cookies, without a redirect", async () => {
    const { id } = await newMember();
    const answer = await oneClick(await signLinkToken("cancellation", id));
    expect(answer).toMatchObject({ status: 200, location: null, body: { outcome: "canceled" } });
    expect(world.subscriptionById(id)?.status).toBe("canceled");
  });

  test("where neither Firestore nor the mail server take it, the page hands the proof over", async () => {
    const { id } = await newMember();
    const from = await signLinkToken("cancellation", id);
    faults.set("firestore", { kind: "hang" });
    faults.set("mail", { kind: "status", status: 451 });
    const body = new URLSearchParams({ from });
    const answer = await visit("/unsubscription", { method: "POST", body });
    const text = visibleText(await answer.text());
    faults.clear();
    expect(answer.status).toBe(200);
    expect(text).toContain("Your subscription has been canceled");
    expect(text).toMatch(/send this code to .*eyJ[\w.-]{100,}/);
  });

  test("the page's own form carries the token in its body", async () => {
    const { id } = await newMember();
    const from = await signLinkToken("cancellation", id);
    const answer = await ask("/unsubscription", { fields: { from } });
    expect(answer).toMatchObject({ status: 200, body: { outcome: "canceled", token: undefined } });
  });

  test.each(
    few(
      [
        ["reset", { kind: "reset" }, 202, "received"],
        ["an error", { kind: "status", status: 500 }, 202, "received"],
      ],
      1,
    ),
  )(
    "billing answers with %s: the page says that the cancellation was received",
    async (_, fault, status, shown) => {
      const { id } = await newMember();
      faults.set("billing", fault);
      const answer = await oneClick(await signLinkToken("cancellation", id));
      expect(answer).toMatchObject({ status, body: { outcome: shown } });
    },
  );

  test.each([
    ["nothing", async () => "", 403, "invalid"],
    ["another purpose", (id: string) => signLinkToken("activation", id), 403, "invalid"],
    [
      "a subscription that is gone",
      () => signLinkToken("cancellation", "sub-gone"),
      404,
      "not-found",
    ],
  ])("%s cancels nothing", async (_, make, status, shown) => {
    const { id } = await newMember();
    expect(await oneClick(await make(id))).toMatchObject({ status, body: { outcome: shown } });
    expect(billingCalls()).toEqual([]);
  });

  test("shows the two texts of docs/product.md#by-link", () => {
    expect([outcomeText("canceled").title, outcomeText("canceled").texts[0]]).toEqual([
      "Your subscription has been canceled",
      "We've successfully cancelled your subscription.",
    ]);
    for (const outcome of ["not-found", "expired", "invalid"] as const)
      expect([outcomeText(outcome).title, outcomeText(outcome).texts[0]]).toEqual([
        "No subscriptions",
        "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
      ]);
  });

  test("the page is not cached, and its requests send only the origin as referrer", async () => {
    const { headers } = await visit("/unsubscription?from=nothing");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  });
});
