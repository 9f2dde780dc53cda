import { SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "~/env.server";
import { type BrandName, brandOfPlan } from "~/features/account/brand";
import type { Account } from "~/features/account/identity.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { heapSize } from "~/platform/monitoring/heap-size";
import { createCache } from "~/platform/store/cache.server";
import { announceChange, onChange } from "~/platform/store/change-notices.server";
import { createUpstream, currentLane, withoutWaiting } from "~/platform/upstream/upstream.server";
import { parseDate } from "~/platform/values/dates";
import { hour } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";
import { createSharedReads } from "~/platform/work/shared-reads.server";

const upstream = createUpstream("subscriptions");
const secret = new TextEncoder().encode(env.SUBSCRIPTIONS_SECRET);

/** The end of 2099: no date of a subscription is later, and terms up to it are few enough to count. */
const latestDate = Date.UTC(2100, 0);

const moment = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{4}-|^\d{8}T/)
      .transform(parseDate)
      .pipe(z.number()),
    // Epoch milliseconds as text: from 1973 on, no shorter date.
    z
      .string()
      .regex(/^\d{12,13}$/)
      .transform(Number),
  ])
  .transform((time) => Math.min(Math.max(0, time), latestDate));

/** A field that the service may leave out, and that must keep nobody out if it is malformed. */
const maybe = <T>(shape: z.ZodType<T>) => shape.optional().catch(undefined);

/** A date of a term. Services write the first or the last that their language knows (year 1, year 9999) where there is none. */
const termDate = maybe(moment.refine((time) => time > 0 && time < latestDate));

const subscription = z
  .object({
    id: z.union([z.string().min(1), z.number().transform(String)]),
    bundle: z.literal(env.BUNDLE_ID),
    plan_code: z.string(),
    status: z.enum(["active", "canceled", "expired"]),
    main_plan: z.boolean().nullish(),
    started_at: moment,
    emails: z.array(z.unknown()).nullish(),
    country: maybe(
      z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/),
    ),
    renews_at: termDate,
    ends_at: termDate,
    early_start: maybe(z.boolean()),
    price: maybe(
      z.object({
        amount: z.coerce.string().regex(/^\d+(\.\d+)?$/),
        currency: z
          .string()
          .toUpperCase()
          .regex(/^[A-Z]{3}$/),
      }),
    ),
  })
  .transform((raw): Subscription => {
    // The term of an active plan does not end before the plan began.
    const ofThisPlan = (date?: number) =>
      raw.status === "active" && date !== undefined && date < raw.started_at ? undefined : date;
    return {
      id: raw.id,
      planCode: raw.plan_code,
      status: raw.status,
      mainPlan: raw.main_plan ?? false,
      startedAt: raw.started_at,
      emails: (raw.emails ?? []).filter((email) => typeof email === "string"),
      country: raw.country,
      renewsAt: ofThisPlan(raw.renews_at),
      endsAt: ofThisPlan(raw.ends_at),
      price: raw.price,
      earlyStart: raw.early_start ?? false,
    };
  });

const ofAnotherApp = z.object({
  bundle: z.string().refine((id) => id !== env.BUNDLE_ID),
});

/**
 * Subscriptions of other apps are skipped, readable or not. One of this app that cannot be read makes the answer
 * malformed, so that no plan is lost silently.
 */
const answer = z.object({
  subscriptions: z
    .array(z.union([subscription, ofAnotherApp.transform(() => undefined)]))
    .transform((all) => all.filter((one) => one !== undefined)),
});

/** The token's claim: selects whose subscriptions the service returns (docs/interfaces/subscriptions.yaml). */
type Owner = { uid: string; email?: string } | { email: string } | { id: string };

/** In bytes, longer than any id or address (RFC 5321: 254). What anybody may type becomes part of a URL. */
const longestName = 256;

/** Asks the service. Somebody with a name that is too long for it has no subscriptions. */
async function ask(owner: Owner): Promise<Subscription[]> {
  if (Object.values(owner).some((name) => Buffer.byteLength(name) > longestName)) return [];
  const readAt = Date.now();
  const now = Math.floor(readAt / 1_000);
  const token = await new SignJWT({ ...owner })
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("subscriptions")
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(secret);
  const { body } = await upstream.requestJson("read", {
    url: `${env.SUBSCRIPTIONS_URL}/rec/subscriptions/${token}`,
    headers: { "content-type": "text/plain" },
    schema: answer,
  });
  return body.subscriptions.map((one) => ({ ...one, readAt }));
}

const byUid = createCache<Subscription[]>("subscriptions", {
  ttl: 20_000,
  staleWhileRevalidate: 10_000,
  keep: hour,
  maxBytes: 16 * 1_048_576,
});
// What was read last stays for an outage: what was bought stays open, and what was canceled since is known by its wish.
onChange("subscriptions", byUid.expire);

/** What is shown and pressed at once takes no more. Without a bound, one subscriber's reads would keep those of others waiting. */
const mostFreshReads = 3;
const freshReads = createSharedReads<Subscription[]>(mostFreshReads);

/**
 * A subscriber's subscriptions, at most 30 s old.
 * @param fresh bypasses the cache, which a sign-in and a purchase must do
 */
export function subscriptionsOf(
  { uid, email }: Account,
  { fresh = false } = {},
): Promise<Subscription[]> {
  const read = () =>
    byUid.get(
      uid,
      async () => {
        const subscriptions = await ask({ uid, email });
        const main = findMainSubscription(subscriptions);
        if (main) brands.set(uid, brandOfPlan(main.planCode));
        return subscriptions;
      },
      { fresh },
    );
  // Who waits for a page does not share what becomes of a read in the background.
  return fresh ? freshReads(`${currentLane()} ${uid} ${email}`, read) : read();
}

/** A subscriber's subscriptions as this process last read them, at most about an hour old. */
export const lastKnownSubscriptions = (uid: string): Subscription[] | undefined =>
  byUid.lastGood(uid);

/** Like `subscriptionsOf`. While the service is down, the last known ones: subscribers keep what they bought. */
export async function subscriptionsOrLastKnown(owner: Account): Promise<Subscription[]> {
  const asked = subscriptionsOf(owner);
  const known = lastKnownSubscriptions(owner.uid);
  return known ? withoutWaiting(upstream.system, asked, known) : asked;
}

/** Lets every process read a subscriber's subscriptions anew. In an outage they stay the last known ones. */
export async function expireSubscriptions(uid: string): Promise<void> {
  byUid.expire(uid);
  await announceChange("subscriptions", uid);
}

const brands = new LRUCache<string, BrandName>({
  maxSize: 1_048_576,
  sizeCalculation: (_, uid) => 128 + heapSize(uid),
});

/** The brand of a subscriber's main plan if this process has seen it. Makes no call. */
export const knownBrandOf = (uid: string) => brands.get(uid);

/**
 * Not cached. For recovery and links, which work without a session. The service may tell upper case from lower case: an
 * address that it does not know is asked for in lower case, too.
 */
export async function subscriptionsByEmail(email: string): Promise<Subscription[]> {
  const found = await ask({ email });
  const lowerCase = addressKey(email);
  return found.length > 0 || lowerCase === email ? found : ask({ email: lowerCase });
}

export async function subscriptionById(id: string): Promise<Subscription | undefined> {
  const found = await ask({ id });
  return found.find((subscription) => subscription.id === id);
}
