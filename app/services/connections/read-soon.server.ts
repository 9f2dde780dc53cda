import { inBackground } from "~/services/background.server";
import { readings } from "~/services/outbox/reading.server";
import { runEntry } from "~/services/outbox/runner.server";

/** Carries out a connection's entry that is due, in the background. If this process dies, any other does. */
export const readSoon = (uid: string): void => inBackground("reading", runEntry(readings, uid));
