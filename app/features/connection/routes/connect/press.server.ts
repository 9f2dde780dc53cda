import words from "content:connect";
import { data, redirect } from "@remix-run/node";
import { sourceOf } from "~/features/analysis/profiles.server";
import { issueState } from "~/features/connection/services/connect.server";
import { disconnect } from "~/features/connection/services/disconnect.server";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { authorizeAddress } from "~/features/connection/store/instagram.server";
import type { ConnectProblem } from "~/features/history/connecting";
import { askForReading } from "~/features/history/connections.server";
import { ownAddress } from "~/platform/http/gate/own-address.server";
import { doneCookie } from "~/platform/session/done-cookie.server";
import type { Subscriber } from "~/platform/session/session.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { addresses } from "~/platform/values/addresses";
import { hourInSeconds } from "~/platform/values/durations";
import { retryAfter } from "~/platform/values/waiting";
import type { ConnectionPress } from "./connect-form.tsx";
import { tooEarly } from "./page-of.server.ts";

/** Round trips to Instagram that a subscriber may begin in an hour. */
const roundTrips = createLimit("connect", { points: 30, seconds: hourInSeconds });

interface Answer {
  message?: string;
  problem?: ConnectProblem;
  /** What was pressed, to be pressed again where nothing is known of the connection. */
  press?: ConnectionPress | undefined;
}

/** An answer that changed nothing. @param wait milliseconds after which the press may work */
export function connectionPressRefused(answer: Answer, status: number, wait?: number) {
  return data(answer, { status, headers: wait === undefined ? {} : retryAfter(wait) });
}

/** Carries out a press of the page (docs/product.md#connection). @throws UpstreamError where Firestore fails */
export async function carryOutConnectionPress(
  press: string,
  subscriber: Subscriber,
  request: Request,
) {
  switch (press) {
    case "connect":
      return begin(subscriber, request);
    case "refresh":
      return refresh(subscriber);
    case "disconnect": {
      const outcome = await disconnect(subscriber.uid);
      return redirect(addresses.disconnected(outcome === "received" ? "received" : "erased"), 303);
    }
    default:
      return connectionPressRefused({ message: words.refusals.unknown }, 400);
  }
}

/** Where Instagram sends people back to. */
export const redirectUriFor = (request: Request): string =>
  ownAddress(request, addresses.instagramCallback).href;

async function begin({ uid, sessionId }: Subscriber, request: Request) {
  if ((await sourceOf(uid, { fresh: true })) === "outside")
    return connectionPressRefused({ problem: "outside" }, 409);
  const wait = await roundTrips.take(uid);
  if (wait !== undefined) return connectionPressRefused({ problem: "often" }, 429, wait);
  const state = issueState({ uid, sessionId });
  return redirect(authorizeAddress(state, redirectUriFor(request)), {
    status: 303,
    headers: { "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
  });
}

async function refresh({ uid }: Subscriber) {
  const asked = await askForReading(uid);
  if (asked === undefined)
    return connectionPressRefused({ message: words.refusals.unconnected }, 409);
  if (asked !== "reading")
    return connectionPressRefused({ message: tooEarly(asked.from) }, 429, asked.from - Date.now());
  readSoon(uid);
  return redirect(addresses.connect, {
    status: 303,
    headers: { "set-cookie": doneCookie("reading") },
  });
}
