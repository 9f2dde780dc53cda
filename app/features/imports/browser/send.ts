import { say } from "../../../platform/values/say.ts";

/**
 * What the server answered: the address at the end of its redirects, or why it refused, in its own words. Where the sending
 * broke off, a file may be the reason: no browser tells it from the connection.
 */
export type UploadAnswer =
  | { address: string }
  | { refusal: string; fieldErrors?: FieldError[]; isBrokenOff?: boolean };

/** A message of the refused form, by the id of its place beside the field. */
interface FieldError {
  id: string;
  text: string;
}

const brokenOff = () =>
  say`The connection broke off before your export was here. Nothing has changed. Please try again.`;
const lostAnswer = () =>
  say`The connection broke off before an answer came. Your export may have been imported all the same. Please try again: the same export counts once.`;
const noWords = () => say`Something went wrong. Please try again in a moment.`;

/**
 * Posts a form with files.
 * @param onProgress is called with the share that was sent, from 0 to 1
 * @throws the signal's reason
 */
export function sendUpload(
  address: string,
  form: FormData,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    // `fetch` does not report how much was sent.
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal.addEventListener("abort", cancel);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    let isSent = false;
    request.upload.onload = () => {
      isSent = true;
      onProgress(1);
    };
    request.onload = () =>
      resolve(
        request.status < 400 ? { address: request.responseURL } : refusalIn(request.responseText),
      );
    request.onerror = () =>
      resolve(isSent ? { refusal: lostAnswer() } : { refusal: brokenOff(), isBrokenOff: true });
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", cancel);
    request.open("POST", address);
    // The redirect leads to the import as JSON. Its page is opened afterwards.
    request.setRequestHeader("accept", "application/json");
    request.send(form);
  });
}

/** Reads a page that refuses a form, or one that is an error. */
function refusalIn(html: string): UploadAnswer {
  const page = new DOMParser().parseFromString(html, "text/html");
  const textsAt = (selector: string) =>
    [...page.querySelectorAll(selector)]
      .map(({ id, textContent }) => ({ id, text: textContent?.trim() ?? "" }))
      .filter(({ text }) => text !== "");
  const [words] = ["[role=alert] h1 + p", "[role=alert]", "main h1 + p"].flatMap(textsAt);
  return { refusal: words?.text ?? noWords(), fieldErrors: textsAt("[id$=-error]") };
}
