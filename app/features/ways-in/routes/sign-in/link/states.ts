import { messageFor } from "~/platform/values/identity-messages";
import { sentences } from "~/platform/values/say";
import type { PressState } from "./views.ts";

interface StateText {
  title: string;
  texts: readonly string[];
  art: string;
}

const empty = "/images/states/empty.svg";
const failing = "/images/states/failing.svg";
const mail = "/images/states/mail-sent.svg";

export const pressTexts: Record<PressState, StateText> = sentences({
  ready: {
    title: "Sign in to Profile Analyzer",
    texts: ["Press the button. The link works once, for 15 minutes after we sent it."],
    art: mail,
  },
  "somebody-else": {
    title: "This browser is signed in as somebody else",
    texts: ["If you use this link, the other account is signed out in this browser."],
    art: empty,
  },
  unavailable: {
    title: "You are not signed in yet",
    texts: [
      "We could not check your link just now. Please try again in a moment, or ask for a new one later.",
    ],
    art: failing,
  },
  limited: {
    title: "Too many tries",
    texts: ["There were too many tries from your network. Your link was not used."],
    art: failing,
  },
  expired: {
    title: "This link has expired",
    texts: ["A sign-in link works for 15 minutes. Ask for a new one."],
    art: empty,
  },
  invalid: {
    title: "This link does not work",
    texts: [
      "It is incomplete or was not made by us. Open it again from the email, or ask for a new one.",
    ],
    art: empty,
  },
  used: {
    title: "This link has been used",
    texts: ["A sign-in link works once. Ask for a new one."],
    art: empty,
  },
  "used-now": {
    title: "This link was used a moment ago",
    texts: [
      "If you pressed the button twice, you may be signed in already: open your dashboard.",
      "If it was not you, ask for a new link, sign in, and change your password.",
    ],
    art: empty,
  },
  void: {
    title: "This link no longer works",
    texts: [
      "Your account has changed since we sent it, for example its password. Ask for a new link.",
    ],
    art: empty,
  },
  disabled: {
    title: "You are not signed in",
    texts: [messageFor("auth/user-disabled")],
    art: empty,
  },
});
