import { http, type RequestHandler } from "msw";
import { html, page } from "./html.ts";
import type { Addresses } from "./in-process.ts";
import { bundleId } from "./person.ts";
import type { World } from "./world.ts";

interface Links {
  appOrigin: string;
  /** Sets a new password at the identity provider. @returns an error message, or undefined */
  resetPassword(code: string, password: string): Promise<string | undefined>;
}

/** The external pages that the product links to: funnel, billing, refund form, password reset. */
export function externalPages(
  world: World,
  addresses: Addresses,
  { appOrigin, resetPassword }: Links,
): RequestHandler[] {
  return [
    http.get(addresses.funnel, ({ request }) => {
      const parameters = [...new URL(request.url).searchParams];
      return page(
        "Subscription funnel",
        html`<h1>Subscription funnel</h1>
          <p>In production this is the operator's sales funnel. Here you can buy without paying:
            the plan starts at once, and the next page leads to account creation.</p>
          <form class="row" method="post" action="${addresses.funnel}">
            <label>E-mail <input type="email" name="email" required autocomplete="email"></label>
            <button class="main">Start the 3-day trial</button>
          </form>
          <h2>Parameters of the link</h2>
          ${parameters.length === 0 && html`<p class="soft">None.</p>`}
          <div class="scroll"><table><tbody>${parameters.map(
            ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
          )}</tbody></table></div>`,
      );
    }),
    http.post(addresses.funnel, async ({ request }) => {
      const email = String((await request.formData()).get("email") ?? "")
        .trim()
        .toLowerCase();
      if (!/^\S+@\S+$/.test(email)) {
        return page("Subscription funnel", html`<h1>That is not an e-mail address</h1>`, 400);
      }
      const id = `new-${8000 + world.subscriptions.length}`;
      world.subscriptions.push({
        id,
        bundle: bundleId,
        planCode: "ig_weekly_trial",
        status: "active",
        mainPlan: true,
        startedAt: new Date(),
        emails: [email],
        uid: null,
      });
      return page(
        "Thank you",
        html`<h1>Thank you</h1>
          <p>The weekly plan for ${email} has started; its id is <code>${id}</code>.</p>
          <p><a href="${appOrigin}/access-recovery?id=${id}">Create your account</a></p>`,
      );
    }),
    http.get(addresses.billingPage, () =>
      page(
        "Billing",
        html`<h1>Billing</h1>
          <p>In production this is the operator's billing site, where a subscription is bought.</p>
          <p><a href="${addresses.funnel}">Buy a subscription</a></p>`,
      ),
    ),
    http.get(addresses.refundForm, () =>
      page(
        "Ask for a refund",
        html`<h1>Ask for a refund</h1>
          <p>In production this is the operator's refund form. A request must name:</p>
          <ul><li>your name and surname</li><li>the payment method</li><li>the payment date</li>
            <li>a receipt or confirmation of the payment</li><li>a brief justification</li></ul>`,
      ),
    ),
    http.get(`${new URL(addresses.funnel).origin}/reset-password`, ({ request }) =>
      resetForm(new URL(request.url).searchParams.get("oobCode") ?? ""),
    ),
    http.post(`${new URL(addresses.funnel).origin}/reset-password`, async ({ request }) => {
      const form = await request.formData();
      const code = String(form.get("oobCode") ?? "");
      const problem = await resetPassword(code, String(form.get("password") ?? ""));
      if (problem) return resetForm(code, problem);
      return page(
        "Password changed",
        html`<h1>Password changed</h1>
          <p>You can sign in with your new password.</p>
          <p><a href="${appOrigin}/sign-in">Sign in</a></p>`,
      );
    }),
  ];
}

function resetForm(code: string, problem?: string): Response {
  return page(
    "Reset your password",
    html`<h1>Reset your password</h1>
      ${problem && html`<p class="red" role="alert">${problem}</p>`}
      <form class="row" method="post">
        <input type="hidden" name="oobCode" value="${code}">
        <label>New password
          <input type="password" name="password" required minlength="6" autocomplete="new-password">
        </label>
        <button class="main">Save</button>
      </form>`,
    problem ? 400 : 200,
  );
}
