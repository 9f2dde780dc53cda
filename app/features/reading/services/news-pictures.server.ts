import { env } from "~/env.server";
import { pictureAddress } from "~/platform/pictures/pictures.server";

/**
 * URL of a news item's picture: a picture of this origin directly, any other through the picture proxy. Undefined if
 * there is none.
 */
export function newsPictureAddress(imagePath: string, width: number): string | undefined {
  if (!imagePath || !URL.canParse(imagePath, env.APP_ORIGIN)) return undefined;
  const url = new URL(imagePath, env.APP_ORIGIN);
  if (url.origin === env.APP_ORIGIN) return `${url.pathname}${url.search}`;
  return pictureAddress(url.href, width);
}
