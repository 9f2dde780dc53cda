import { signOutEverywhere } from "./everywhere/press.server.ts";
import { passkeyPresses } from "./passkeys/presses.server.ts";
import { changePassword, mailPasswordLink } from "./password/press.server.ts";
import { type Answer, type Press, refused } from "./pressed.server.ts";

/** What the buttons named `press` do. */
const presses: Readonly<Record<string, (press: Press) => Promise<Answer>>> = {
  "change-password": changePassword,
  "mail-password-link": mailPasswordLink,
  "sign-out-everywhere": signOutEverywhere,
  ...passkeyPresses,
};

export async function carryOutPress(press: Press): Promise<Answer> {
  const name = press.form.get("press");
  const carryOut =
    typeof name === "string" && Object.hasOwn(presses, name) ? presses[name] : undefined;
  if (carryOut) return carryOut(press);
  const message = "That is not one of the choices of this page. Nothing has changed.";
  return refused({ section: "page", message }, 400);
}
