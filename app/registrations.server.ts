import { onSignIn } from "~/clients/last-use.server";
import { resumePausedReadings } from "~/services/connections/resume-readings.server";

// Where an earlier concern must reach a later one (app/street.json), the later one is registered with it here.
onSignIn(resumePausedReadings);
