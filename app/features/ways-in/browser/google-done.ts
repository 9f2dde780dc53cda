import { readDataBlock } from "../../../platform/browser/data-block.ts";
import { type GoogleAnswerBlock, googleChannel } from "../rules/google-popup.ts";

/** In the popup: tells the page that opened it how the sign-in ended, and closes. A popup without an opener stays. */
function answerOpener(): void {
  const block = readDataBlock("google-answer") as GoogleAnswerBlock | undefined;
  if (!block || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(googleChannel(block.popup));
  channel.postMessage(block.answer);
  channel.close();
  close();
}

answerOpener();
