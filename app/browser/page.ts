/** The script of all pages without React. */
import { startCountdown } from "./countdown.ts";
import { openDialogs } from "./dialogs.ts";
import { watchErrors } from "./error-watch.ts";
import { enhanceForms } from "./forms.ts";
import { dropInstagramsFragment, startAtTop } from "./history.ts";
import { followMailedLink } from "./mailed-link.ts";
import { watchSession } from "./session-watch.ts";
import { exposeIdentifiers } from "./start-up-identifiers.ts";
import { throwTestErrors } from "./test-error.ts";
import { reloadOnUpdate } from "./updates.ts";

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
reloadOnUpdate();
