import { linksOut } from "~/features/leaving/place-rules.server";
import { inOwnLanguage } from "~/platform/languages/dress.server";
import { subscriberIn } from "~/platform/session/session.server";
import { escapeHtml } from "~/platform/values/html";

/** The links of `design/leaving-footer.tsx`, as React writes them. */
const ways = /<a href="[^"]*\/(cancel|withdraw)"( class="[^"]*")>[^<]*(?=<\/a>)/g;

/**
 * Gives a page that says what is wrong the ways out in the words of the subscriber's place. It is drawn where nobody knows
 * the reader.
 * @param cookie the Cookie header
 */
export async function withWaysOut(html: string, cookie: string | undefined): Promise<string> {
  const subscriber = await subscriberIn(cookie);
  const foot = html.lastIndexOf("<footer");
  if (!subscriber || foot < 0) return html;
  const links = await linksOut(subscriber);
  const own = html.slice(foot).replace(ways, (_, way: "cancel" | "withdraw", rest: string) => {
    const { text, language, href } = links[way];
    const of = language ? ` lang="${language}"` : "";
    return `<a href="${escapeHtml(inOwnLanguage(href))}"${of}${rest}>${escapeHtml(text)}`;
  });
  return html.slice(0, foot) + own;
}
