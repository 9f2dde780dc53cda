import type { AuthEmulator } from "./systems/auth-emulator.ts";
import { resetMail } from "./systems/reset-mail.ts";
import type { World } from "./world.ts";

export async function forwardToAuth(
  request: Request,
  auth: AuthEmulator,
  world: World,
  consoleOrigin: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "content-length", "accept-encoding"]) {
    headers.delete(name);
  }
  const sent = await request.text();
  const response = await fetch(auth.url + pathname + search, {
    method: request.method,
    headers,
    body: sent === "" ? null : sent,
    signal: request.signal,
  });
  const body = await response.text();
  if (response.ok && pathname.endsWith("/accounts:sendOobCode")) {
    const { email = "" } = JSON.parse(sent) as { email?: string };
    const code = await auth.latestResetCode(email);
    const link = `${consoleOrigin}/reset-password?oobCode=${encodeURIComponent(code ?? "")}`;
    world.addMail(resetMail(email, link, request.headers.get("X-Firebase-Locale")));
  }
  return new Response(body, {
    status: response.status,
    headers: { "Content-Type": response.headers.get("Content-Type") ?? "application/json" },
  });
}

export function resetPasswordAt(auth: AuthEmulator) {
  return async (oobCode: string, newPassword: string) => {
    if (newPassword.length < 6) return "The password needs at least 6 characters.";
    const response = await fetch(
      `${auth.url}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=sandbox`,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ oobCode, newPassword }),
      },
    );
    return response.ok ? undefined : "This link has been used or has expired.";
  };
}
