/** For a subscriber's pages in other languages, which are not hydrated: what React does on the English ones. */

import { countdownWords } from "../../../platform/browser/countdown-words.ts";
import { startCountdown } from "../../../platform/browser/next-update-bar.ts";
import { goOnInTime } from "../../../platform/browser/refresh.ts";
import { offerPasskey } from "./passkey-offer.ts";

startCountdown(countdownWords(document.documentElement.lang));
goOnInTime();
void offerPasskey();
