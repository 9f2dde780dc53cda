/** For a subscriber's pages in other languages, which are not hydrated: what React does on the English ones. */

import { startCountdown } from "../../../platform/browser/countdown.ts";
import { countdownWords } from "../../../platform/browser/countdown-words.ts";
import { goOnInTime } from "../../../platform/browser/refresh.ts";
import { offerPasskey } from "./passkey-offer.ts";

startCountdown(countdownWords(document.documentElement.lang));
goOnInTime();
void offerPasskey();
