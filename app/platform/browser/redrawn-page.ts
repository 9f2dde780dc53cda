/**
 * An extension's element in the page makes React draw all of it anew, without what `dress` has put at its end.
 * @returns what React is to call once such a page is drawn, with many errors of which some say the same
 */
export function keepLanguages(): (error: unknown) => void {
  const { body } = document;
  const reported = new Set<string>();
  const keep = () => {
    const foot = body.querySelector(".languages")?.parentElement;
    if (foot && !body.isConnected) document.body.append(foot);
  };
  // The end of the page may come later, and then into the body that React has taken away.
  addEventListener("DOMContentLoaded", keep);
  return (error) => {
    keep();
    const text = String(error);
    if (!reported.has(text)) window.reportError?.(error);
    reported.add(text);
  };
}
