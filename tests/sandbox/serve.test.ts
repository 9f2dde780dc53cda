import { once } from "node:events";
import { connect } from "node:net";
import nodemailer from "nodemailer";
import { describe, expect, it, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { emulatedFirestore } from "#tests/setup/emulated-firestore";
import { env, post, read, request, sandbox, signIn, url } from "#tests/setup/served-sandbox";

describe("the served sandbox", () => {
  it("sets every variable that it requires", () => {
    expect(Object.keys(env)).toEqual(
      expect.arrayContaining([
        "APP_ORIGIN",
        "SESSION_SECRETS",
        "BUNDLE_ID",
        "FIREBASE_PROJECT_ID",
        "FIREBASE_API_KEY",
        "SUBSCRIPTIONS_URL",
        "SUBSCRIPTIONS_SECRET",
        "BRANDS",
        "FUNCTIONS_URL",
        "FUNNEL_URL",
        "BILLING_PAGE_URL",
        "REFUND_FORM_URL",
        "POST_IMAGE_HOSTS",
        "SMTP_URL",
        "MAIL_FROM",
        "SUPPORT_EMAIL",
      ]),
    );
  });

  it("signs seeded people in with Google's emulator", async () => {
    expect(await (await signIn("rich@example.com", "rich-pass")).json()).toMatchObject({
      localId: "uid-rich",
    });
    expect(await (await signIn("disabled@example.com", "disabled-pass")).text()).toContain(
      "USER_DISABLED",
    );
  });

  it("has the seeded profiles, finishes an analysis, and resets", async () => {
    vi.stubEnv("FIRESTORE_EMULATOR_HOST", env.FIRESTORE_EMULATOR_HOST);
    const db = emulatedFirestore(env.FIREBASE_PROJECT_ID ?? "");
    const status = async () => (await db.doc("profiles/uid-pending").get()).get("_insights.status");
    expect(await status()).toBe("pending");
    await post("/sandbox/profiles/uid-pending/finish", {});
    expect(await status()).toBe("completed");
    await post("/sandbox/profiles/uid-pending", { _insights: { status: "processing" } });
    const merged = (await db.doc("profiles/uid-pending").get()).data();
    expect(merged?._insights.status).toBe("processing");
    expect(merged?._insights.recommendations).toHaveLength(4);
    await post("/sandbox/reset", {});
    expect(await status()).toBe("pending");
    await db.terminate();
  });

  it("catches mails and shows them", async () => {
    const transport = nodemailer.createTransport(env.SMTP_URL ?? "");
    await transport.sendMail({
      from: env.MAIL_FROM ?? "",
      to: "rich@example.com",
      subject: "Grüße aus dem Test",
      text: `Follow https://app.example.com/?id=1&t=${"x".repeat(90)} – now.`,
      html: "<p>Grüße &amp; Küsse</p>",
    });
    transport.close();
    const [mail] = await read("mails");
    expect(mail).toMatchObject({
      to: ["rich@example.com"],
      subject: "Grüße aus dem Test",
      text: expect.stringContaining(`t=${"x".repeat(90)} – now.`),
      html: expect.stringContaining("<p>Grüße &amp; Küsse</p>"),
    });
    const shown = await (await request(`${url}/sandbox/mails/${mail?.id}`)).text();
    expect(shown).toContain(`href="https://app.example.com/?id=1&amp;t=${"x".repeat(90)}"`);
  });

  it("sends a reset mail whose link sets a new password", async () => {
    await request(
      `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k`,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "small@example.com", requestType: "PASSWORD_RESET" }),
      },
    );
    const mail = (await read("mails")).at(-1);
    const link = /https?:\S+/.exec(String(mail?.text))?.[0] ?? "";
    const form = new URLSearchParams({
      oobCode: new URL(link).searchParams.get("oobCode") ?? "",
      password: "brand-new",
    });
    expect((await request(link)).status).toBe(200);
    expect((await request(link, { method: "POST", body: form })).status).toBe(200);
    expect((await signIn("small@example.com", "brand-new")).status).toBe(200);
    expect((await request(link, { method: "POST", body: form })).status).toBe(400);
  });

  it("sells a plan in its funnel", async () => {
    const response = await request(env.FUNNEL_URL ?? "", {
      method: "POST",
      body: new URLSearchParams({ email: "someone.new@example.com" }),
    });
    expect(await response.text()).toMatch(/\/access-recovery\?id=new-\d+/);
    expect((await read("subscriptions")).at(-1)).toMatchObject({
      emails: ["someone.new@example.com"],
      uid: null,
    });
  });

  it("breaks and repairs a system on demand", async () => {
    const range = () => request(`${env.PWNED_RANGE_URL}/range/5BAA6`);
    await post("/sandbox/faults", { system: "pwned", fault: "status-500", times: 1 });
    expect([(await range()).status, (await range()).status]).toEqual([500, 200]);
    await post("/sandbox/faults", { system: "pwned", fault: "reset" });
    await expect(range()).rejects.toThrow();
    await post("/sandbox/faults", { system: "pwned", fault: "redirect" });
    await range();
    expect(await read("trapped")).toHaveLength(1);
    await post("/sandbox/faults", { system: "all", fault: "none" });
    expect((await range()).status).toBe(200);
    expect((await post("/sandbox/faults", { system: "moon", fault: "hang" })).status).toBe(400);
  });

  it("also breaks the systems behind a relay", async () => {
    const smtp = new URL(env.SMTP_URL ?? "");
    const greeting = (patience = 20_000) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(smtp.port), smtp.hostname);
        const finish = (outcome: string) => {
          clearTimeout(timer);
          socket.destroy();
          resolve(outcome);
        };
        const timer = setTimeout(() => finish("silence"), patience);
        socket.once("data", (data) => finish(String(data).slice(0, 3)));
        socket.once("error", (error: NodeJS.ErrnoException) => finish(error.code ?? ""));
        socket.once("close", () => finish("closed"));
      });
    const switchTo = (fault: string) => post("/sandbox/faults", { system: "mail", fault });
    expect(await greeting()).toBe("220");
    await switchTo("hang");
    expect(await greeting(300)).toBe("silence");
    await switchTo("reset");
    expect(await greeting()).toMatch(/ECONNRESET|closed/);
    await switchTo("refuse");
    await expect.poll(() => greeting()).toBe("ECONNREFUSED");
    await switchTo("none");
    await expect.poll(() => greeting()).toBe("220");
  });

  it("lists everyone in its console", async () => {
    const page = await (await request(`${url}/`)).text();
    const people = await read("people");
    for (const { email, password } of people) {
      expect(page).toContain(String(email));
      expect(page).toContain(String(password));
    }
  });

  it("offers export files to download", async () => {
    const page = await (await request(`${url}/`)).text();
    const addresses = Array.from(
      page.matchAll(/"(\/sandbox\/exports\/[\w-]+)"/g),
      ([, path]) => path,
    );
    expect(addresses).toHaveLength(6);
    for (const address of few(addresses, 1)) {
      const response = await request(url + address);
      expect(response.headers.get("Content-Disposition")).toMatch(
        /^attachment; filename="instagram-[\w.-]+\.zip"$/,
      );
      const start = Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 4);
      expect(start).toBe("PK\x03\x04");
    }
    expect((await request(`${url}/sandbox/exports/none`)).status).toBe(404);
  });

  it("stops on SIGTERM and leaves nothing behind", async () => {
    sandbox.kill("SIGTERM");
    expect(await once(sandbox, "exit")).toEqual([0, null]);
    await expect(request(url)).rejects.toThrow();
    await expect(signIn("rich@example.com", "rich-pass")).rejects.toThrow();
  });
});
