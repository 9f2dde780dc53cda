/** The address of a public page in the language of this one, as the server writes them into links. */
export function inPageLanguage(address: string): string {
  const { lang } = document.documentElement;
  return lang === "en" ? address : `/${lang}${address}`;
}
