import { get, outcome, post } from "./requests.ts";
import { resetApp } from "./reset-app.ts";

let guards: typeof import("~/features/account/guards.server");
let session: typeof import("~/platform/session/session.server");
let logOutRoute: typeof import("~/features/ways-in/routes/log-out/route");

/** From here on it is as if another process answered: no module remembers anything. */
export async function startProcess(): Promise<void> {
  resetApp();
  guards = await import("~/features/account/guards.server");
  session = await import("~/platform/session/session.server");
  logOutRoute = await import("~/features/ways-in/routes/log-out/route");
}

export async function cookieOf(key: string): Promise<string> {
  const { cookie } = await session.beginSession({
    uid: `uid-${key}`,
    email: `${key}@example.com`,
    validSince: 0,
  });
  return cookie.split(";", 1)[0] ?? "";
}

export const visit = (cookie: string, path = "/dashboard/analytics?tab=1") =>
  outcome(async () => ({
    uid: (await guards.requireSubscriber(get(path, { cookie }).request)).uid,
  }));

export const logOut = (cookie: string) =>
  outcome(() => logOutRoute.action(post("/dashboard/log-out", {}, { cookie })));

export const toSignIn = {
  status: 302,
  location: "/sign-in?redirectTo=%2Fdashboard%2Fanalytics%3Ftab%3D1",
};
