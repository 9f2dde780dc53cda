import { orElse } from "~/platform/upstream/upstream.server";

/** Awaits a write to the flow's answers. @returns whether it succeeded; an outage does not stop the flow */
export const isProgressSaved = (write: Promise<void>): Promise<boolean> =>
  orElse(
    write.then(() => true),
    () => false,
  );
