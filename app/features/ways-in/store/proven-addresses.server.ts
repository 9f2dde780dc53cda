import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { day, hour } from "~/platform/values/durations";

const payload = z.object({
  uid: z.string().min(1),
  /** The address that was proven. The account may have another one since. */
  email: z.string().min(1),
});
export type ProvenAddress = z.output<typeof payload>;

/** How `provenAddresses/{uid}` is kept; the outbox kind `proven-address` is this with its handler. */
export const provenAddressEntries: EntryKind<ProvenAddress, Record<never, never>> = {
  name: "proven-address",
  collection: "provenAddresses",
  payload,
  progress: z.object({}),
  // Looking the account up takes up to 4 s, marking it 4 s, saving the result 5 s.
  lease: 20_000,
  backOff: { first: 10_000, most: hour },
  askPersonAfter: day,
  stopsThen: false,
  isErasedWhenSettled: true,
};

/** Keeps that the identity provider is still to be told; once this resolves, it cannot be lost. */
export const keepProvenAddress = (proven: ProvenAddress) =>
  keepEntry(provenAddressEntries, proven.uid, {
    isDone: () => false,
    canJoin: ({ state }) => state === "open",
    join: () => ({ payload: proven }),
    begin: () => ({ key: randomUUID(), payload: proven, progress: {}, runsInBackground: true }),
  });
