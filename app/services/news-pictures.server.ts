import { env } from "~/env.server";
import { pictureAddress } from "~/services/pictures.server";

/**
 * Where the picture of a news item is served from: a path on this origin as it is, an outside picture
 * through the proxy. Undefined where there is none.
 */
export function newsPictureAddress(imagePath: string, width: number): string | undefined {
  if (!imagePath || !URL.canParse(imagePath, env.APP_ORIGIN)) return undefined;
  const url = new URL(imagePath, env.APP_ORIGIN);
  if (url.origin === env.APP_ORIGIN) return `${url.pathname}${url.search}`;
  return pictureAddress(url.href, width);
}
