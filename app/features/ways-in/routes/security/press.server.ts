import { say } from "~/platform/values/say";
import { signOutEverywhere } from "./everywhere/press.server.ts";
import { passkeyPresses } from "./passkeys/presses.server.ts";
import { changePasswordByForm, mailPasswordLink } from "./password/press.server.ts";
import { type SecurityAnswer, type SecurityPress, securityPressRefused } from "./pressed.server.ts";

/** What the buttons named `press` do. */
const presses: Readonly<Record<string, (press: SecurityPress) => Promise<SecurityAnswer>>> = {
  "change-password": changePasswordByForm,
  "mail-password-link": mailPasswordLink,
  "sign-out-everywhere": signOutEverywhere,
  ...passkeyPresses,
};

export async function carryOutSecurityPress(press: SecurityPress): Promise<SecurityAnswer> {
  const name = press.form.get("press");
  const carryOut =
    typeof name === "string" && Object.hasOwn(presses, name) ? presses[name] : undefined;
  if (carryOut) return carryOut(press);
  const message = say`That is not one of the choices of this page. Nothing has changed.`;
  return securityPressRefused({ section: "page", message }, 400);
}
