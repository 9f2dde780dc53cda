import { describe, expect, it } from "vitest";
import { sandbox } from "../setup/outside.ts";

const { billing } = sandbox.addresses;
const rich = { email: "rich@example.com", firebase_id: "uid-rich" };

async function post(address: string, payload: object, key: string | null = crypto.randomUUID()) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key && { "Idempotency-Key": key }) },
    body: JSON.stringify(payload),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const course = { ...rich, plan_id: "ig_boost_engagement_otp", mainPlanId: "sub-1001" };

describe("create", () => {
  it("adds one subscription per key, even if the request is repeated", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`${billing.default}/subs/create`, course, "one")),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(sandbox.world.effectsOf("create")).toHaveLength(1);
    expect(sandbox.world.effectsOf("create")[0]?.repeats).toBe(9);
    const bought = sandbox.world.subscriptionById(String(answers[0]?.body.id));
    expect(bought).toMatchObject({
      planCode: "ig_boost_engagement_otp",
      uid: "uid-rich",
      mainPlan: false,
      status: "active",
    });
  });

  it("refuses a key that belongs to another request", async () => {
    await post(`${billing.default}/subs/create`, course, "one");
    const other = { ...course, plan_id: "ig_pdf_report_otp" };
    expect(await post(`${billing.default}/subs/create`, other, "one")).toMatchObject({
      status: 422,
    });
    expect(sandbox.world.effectsOf("create")).toHaveLength(1);
  });

  it("accepts a refused request again with the same key", async () => {
    const main = sandbox.world.subscriptionById("sub-1001");
    if (main) main.status = "expired";
    expect(await post(`${billing.default}/subs/create`, course, "one")).toMatchObject({
      status: 400,
    });
    if (main) main.status = "active";
    expect(await post(`${billing.default}/subs/create`, course, "one")).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ["no key", `${billing.default}/subs/create`, course, null],
    ["the other dialect", `${billing.default}/rec/create-subscription`, course, "k"],
    ["another brand's host", `${billing.x}/subs/create`, course, "k"],
    ["an unknown plan", `${billing.default}/subs/create`, { ...course, plan_id: "free" }, "k"],
    [
      "another person's plan",
      `${billing.default}/subs/create`,
      { ...course, mainPlanId: "sub-1011" },
      "k",
    ],
    ["no e-mail", `${billing.default}/subs/create`, { ...course, email: "" }, "k"],
  ])("refuses %s", async (_, address, payload, key) => {
    const { status, body } = await post(address, payload, key);
    expect(status).toBe(400);
    expect(body.error).toEqual(expect.any(String));
    expect(sandbox.world.effects).toEqual([]);
  });

  it("sells a brand's own plans in the rec dialect", async () => {
    const { status } = await post(`${billing.x}/rec/create-subscription`, {
      email: "brandx@example.com",
      firebase_id: "uid-brandx",
      mainPlanId: "1017",
      plan_id: "ig_x_gift_one_month",
    });
    expect(status).toBe(200);
  });
});

describe("finalize", () => {
  it.each([
    ["subs", `${billing.default}/subs/finalize`, "new-1027", "buyer"],
    ["rec", `${billing.default}/rec/subscription-finalize`, "1028", "newcomer"],
  ])("ties a subscription to an account (%s)", async (_, address, id, key) => {
    const payload = {
      plan_id: "ig_weekly_trial",
      subscription_id: id,
      email: `${key}@example.com`,
      firebase_id: `uid-${key}`,
    };
    const { body } = await post(address, payload);
    expect(body).not.toHaveProperty("error");
    expect(sandbox.world.subscriptionById(id)?.uid).toBe(`uid-${key}`);
    await post(address, payload);
    expect(sandbox.world.effectsOf("finalize")).toHaveLength(1);
    const theft = await post(address, { ...payload, firebase_id: "uid-rich" });
    expect(theft.body.error).toEqual(expect.any(String));
  });
});

describe("cancel", () => {
  it("cancels once, and reports success for a canceled one", async () => {
    const payload = { ...rich, subscription_id: "sub-1001" };
    const first = await post(`${billing.default}/subs/cancel`, payload);
    const second = await post(`${billing.default}/subs/cancel`, payload);
    expect([first.body, second.body]).toEqual([{ success: true }, { success: true }]);
    expect(sandbox.world.subscriptionById("sub-1001")?.status).toBe("canceled");
    expect(sandbox.world.effectsOf("cancel")).toHaveLength(1);
  });

  it("refuses another person's subscription", async () => {
    const { body } = await post(`${billing.default}/subs/cancel`, {
      ...rich,
      subscription_id: "sub-1011",
    });
    expect(body.error).toBe("Subscription not found");
    expect(sandbox.world.subscriptionById("sub-1011")?.status).toBe("active");
  });
});
