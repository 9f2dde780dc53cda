import legal from "content:legal";
import operator from "content:operator";
import translations from "content:translations";
import { env } from "~/env.server";
import { editorsTranslation } from "~/platform/languages/messages.server";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { escapeHtml } from "~/platform/values/html";
import { promisedBy } from "~/platform/values/promises";

const mailLink = (address: string) =>
  `<a href="mailto:${escapeHtml(encodeURI(address))}">${escapeHtml(address)}</a>`;

/** HTML by the name of its placeholder in the texts. */
const placeholders: Record<string, string> = {
  supportEmail: mailLink(env.SUPPORT_EMAIL),
  governingLaw: escapeHtml(operator.governingLaw),
  companyName: escapeHtml(operator.companyName),
  appOrigin: escapeHtml(env.APP_ORIGIN),
};

/** A legal text with its placeholders (`{{supportEmail}}`) filled in. */
export function legalText(name: keyof typeof legal) {
  const translated = editorsTranslation(translations)?.legal[name];
  const { html, ...rest } = (translated ?? legal[name])[promisedBy(env.ANALYSIS_SOURCES)];
  // The editor writes the date in words. That of an English text is shown in the reader's language.
  const at = translated ? Number.NaN : Date.parse(`${rest.updated} UTC`);
  return {
    ...rest,
    updated: Number.isNaN(at) ? rest.updated : formatDate(at),
    isTranslated: translated !== undefined,
    origin: env.APP_ORIGIN,
    path: addresses[name],
    html: html.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => {
      const value = placeholders[key];
      if (value === undefined) throw new Error(`legal/${name}.md: no value for ${placeholder}`);
      return value;
    }),
  };
}
