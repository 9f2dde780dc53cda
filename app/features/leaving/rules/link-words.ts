import { sentences } from "../../../platform/values/say.ts";

/** What the page of a mailed link says before its button is pressed. */
export const linkWords = sentences({
  title: "Cancel your subscription?",
  text: "Press the button once, and your subscription will not renew. You keep your access until the end of the term that you have paid for.",
  press: "Cancel my subscription",
});
