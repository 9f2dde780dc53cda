/** What React and the browser's own words do on a subscriber's pages in English, in other languages. */

import { startCountdown } from "../../../platform/browser/countdown.ts";
import { countdownWords } from "../../../platform/browser/countdown-words.ts";
import { goOnInTime } from "../../../platform/browser/refresh.ts";
import { offerPasskey } from "./passkey-offer.ts";

startCountdown(countdownWords(document.documentElement.lang));
goOnInTime();
void offerPasskey();
