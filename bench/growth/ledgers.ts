import { ledgerOf } from "../../app/features/growth/rules/ledger.ts";
import { allTime } from "../../app/features/history/history.ts";
import { preparationSeconds } from "../../app/features/history/window.ts";
import type { MadeAccount } from "./accounts.ts";

/** What the app says of an account after an export of all time. */
export const ledgerOfAccount = ({ to, follows, posts }: MadeAccount) =>
  ledgerOf({
    follows: { stayed: follows, left: new Uint32Array(0) },
    imports: [{ takenAt: (to + preparationSeconds) * 1_000, window: allTime }],
    posts: posts.map((postedAt) => ({ kind: "post", postedAt, follows: null })),
    otherTimes: [],
  });
