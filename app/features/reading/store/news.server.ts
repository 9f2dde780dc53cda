import { z } from "zod";
import { functionAddress, functions } from "~/features/account/functions.server";
import { createCache } from "~/platform/store/cache.server";
import { day, minute } from "~/platform/values/durations";

const text = z.string().trim().min(1);

const item = z.object({
  /** It becomes an address, which half a character cannot. */
  slug: text.refine((slug) => slug.isWellFormed()),
  title: text,
  /** Empty without a picture. */
  imagePath: z
    .string()
    .trim()
    .nullish()
    .transform((path) => path ?? ""),
  text: z
    .array(z.string())
    .nullish()
    .transform((paragraphs) => paragraphs ?? []),
});

export type NewsItem = z.output<typeof item>;

/** An item that cannot be read is left out. If none can be, that is not the same as no news. */
const answer = z.object({
  news: z
    .array(item.nullable().catch(null))
    .refine((items) => items.length === 0 || items.some((one) => one !== null))
    .transform((items) => items.filter((one) => one !== null)),
});

/** Fresh for five minutes, then stale-while-revalidate: an outage shows the old news for up to 30 days. */
const cache = createCache<NewsItem[]>("news", {
  ttl: 5 * minute,
  staleWhileRevalidate: 30 * day,
  maxBytes: 8 * 1_048_576,
});

/** All news, in the order in which the cloud function lists them. */
export function latestNews(): Promise<NewsItem[]> {
  return cache.get("news", async () => {
    const { body } = await functions.requestJson("read", {
      url: functionAddress("getNews"),
      headers: { "content-type": "application/json" },
      body: "{}",
      schema: answer,
    });
    return body.news;
  });
}
