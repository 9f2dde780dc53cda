/** The script of all pages without React. */

import { exposeIdentifiers } from "./features/account/browser/start-up-identifiers.ts";
import { reloadOnUpdate } from "./features/analysis/browser/updates.ts";
import { offerPasskey } from "./features/home/browser/passkey-offer.ts";
import { followMailedLink } from "./features/ways-in/browser/mailed-link.ts";
import { startCountdown } from "./platform/browser/countdown.ts";
import { closeMenu, openDialogs, returnFocus } from "./platform/browser/dialogs.ts";
import { watchErrors } from "./platform/browser/error-watch.ts";
import { enhanceForms } from "./platform/browser/forms.ts";
import { dropInstagramsFragment, startAtTop } from "./platform/browser/history.ts";
import { goOnInTime } from "./platform/browser/refresh.ts";
import { watchSession } from "./platform/browser/session-watch.ts";
import { throwTestErrors } from "./platform/browser/test-error.ts";

watchErrors();
exposeIdentifiers();
startAtTop();
dropInstagramsFragment();
startCountdown();
watchSession();
enhanceForms();
followMailedLink();
throwTestErrors();
openDialogs();
returnFocus();
closeMenu();
goOnInTime();
void offerPasskey();
reloadOnUpdate();
