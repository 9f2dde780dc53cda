// Read at once: a browser that translates the page changes it.
export const { lang } = document.documentElement;

/** The address of a public page in the language of this one, as the server writes them into links. */
export const inPageLanguage = (address: string): string =>
  lang === "en" ? address : `/${lang}${address}`;
