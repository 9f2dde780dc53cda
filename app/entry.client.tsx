import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { startCountdown } from "./browser/countdown.ts";
import { watchErrors } from "./browser/error-watch.ts";
import { startAtTop } from "./browser/history.ts";
import { watchSession } from "./browser/session-watch.ts";
import { exposeIdentifiers } from "./browser/start-up-identifiers.ts";
import { throwTestErrors } from "./browser/test-error.ts";

watchErrors();
exposeIdentifiers();
startAtTop();
startCountdown();
watchSession();
throwTestErrors();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
