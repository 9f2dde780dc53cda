import legal from "content:legal";
import operator from "content:operator";
import { escapeHtml } from "~/domain/html";
import { env } from "~/env.server";

const mailLink = (address: string) =>
  `<a href="mailto:${escapeHtml(encodeURI(address))}">${escapeHtml(address)}</a>`;

/** What the texts leave open, by the names they use, as HTML. */
const particulars: Record<string, string> = {
  supportEmail: mailLink(env.SUPPORT_EMAIL),
  governingLaw: escapeHtml(operator.governingLaw),
  companyName: escapeHtml(operator.companyName),
  appOrigin: escapeHtml(env.APP_ORIGIN),
};

/** A legal text with the operator's particulars filled in. */
export function legalText(name: keyof typeof legal) {
  const { html, ...rest } = legal[name];
  return {
    ...rest,
    origin: env.APP_ORIGIN,
    html: html.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => {
      const value = particulars[key];
      if (value === undefined) throw new Error(`legal/${name}.md: nothing fills ${placeholder}`);
      return value;
    }),
  };
}
