/** The script of all pages without React. */

import { exposeIdentifiers } from "./features/account/browser/start-up-identifiers.ts";
import { reloadOnUpdate } from "./features/analysis/browser/updates.ts";
import { followMailedLink } from "./features/ways-in/browser/mailed-link.ts";
import { closeMenu, openDialogs, returnFocus } from "./platform/browser/dialogs.ts";
import { watchErrors } from "./platform/browser/error-watch.ts";
import { enhanceForms } from "./platform/browser/forms.ts";
import { dropInstagramsFragment, startAtTop } from "./platform/browser/history.ts";
import { startCountdown } from "./platform/browser/next-update-bar.ts";
import { inPageLanguage, lang } from "./platform/browser/page-language.ts";
import { watchSession } from "./platform/browser/session-watch.ts";
import { throwTestErrors } from "./platform/browser/test-error.ts";

watchErrors();
exposeIdentifiers();
startAtTop();
dropInstagramsFragment();
if (lang === "en") startCountdown();
watchSession(inPageLanguage("/sign-in"));
enhanceForms();
followMailedLink();
throwTestErrors();
openDialogs();
returnFocus();
closeMenu();
reloadOnUpdate();
