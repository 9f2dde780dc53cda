import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { exposeIdentifiers } from "./features/account/browser/start-up-identifiers.ts";
import { watchErrors } from "./platform/browser/error-watch.ts";
import { returnToShownPage, startAtTop } from "./platform/browser/history.ts";
import { keepPageWithoutAnswer } from "./platform/browser/lost-answers.ts";
import { keepLanguages } from "./platform/browser/redrawn-page.ts";
import { watchSession } from "./platform/browser/session-watch.ts";
import { throwTestErrors } from "./platform/browser/test-error.ts";
import { titleOfPage } from "./platform/pages/refused-title.ts";

watchErrors();
keepPageWithoutAnswer();
exposeIdentifiers();
startAtTop();
watchSession();
throwTestErrors();
returnToShownPage();
// A form that was sent before this script ran may have been refused: then the title is not the one that React renders.
document.title = titleOfPage(document.title);

const onRecoverableError = keepLanguages();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />, { onRecoverableError });
});
