import type { Subscriber } from "~/platform/session/session.server";
import { shareOf } from "~/platform/values/share-of";

/** A number for an account: the same in each of its sessions and releases, of one length, and nothing that names it. */
export const whoseOf = ({ uid }: Pick<Subscriber, "uid">): string =>
  String(Math.floor(shareOf(`session of ${uid}`) * 1_000_000)).padStart(9, "0");
