import { sumUpRefusal } from "../../../platform/browser/forms.ts";
import { speakAsPage } from "../../../platform/browser/page-voice.ts";
import { counted } from "../../../platform/values/numbers.ts";
import { localeNow, say } from "../../../platform/values/say.ts";
import { hookSelector } from "../../../platform/values/script-hooks.ts";
import { NotOpened, NotReadable, type Prepared, prepare, requireReadable } from "./prepare.ts";
import { sendUpload } from "./send.ts";

/**
 * Opens the chosen ZIPs on the device and sends only what is read of them. Where one cannot be opened, the person is
 * asked before the whole file leaves the device.
 */
function sendLittle(form: HTMLFormElement): void {
  const section = form.querySelector<HTMLElement>(hookSelector("import-progress"));
  const status = section?.querySelector("output");
  const bar = section?.querySelector("progress");
  const cancel = section?.querySelector<HTMLButtonElement>(hookSelector("import-cancel"));
  const sendWhole = section?.querySelector<HTMLButtonElement>(hookSelector("import-whole"));
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!section || !status || !bar || !cancel || !sendWhole || !input) return;
  let running: AbortController | undefined;

  const show = (text: string, share?: number | "unknown") => {
    status.textContent = text;
    bar.hidden = share === undefined;
    if (typeof share === "number") bar.value = share;
    else bar.removeAttribute("value");
  };
  /** Makes the form usable again (app/platform/browser/forms.ts has marked it as sent). */
  const release = () => {
    running = undefined;
    cancel.hidden = true;
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-busy");
  };
  const fail = (text: string) => {
    release();
    show(text);
    section.dataset.tone = "failed";
  };

  const start = async () => {
    running = new AbortController();
    const { signal } = running;
    forgetRefusal(form);
    // Else what the last try ended with stands there until the first file is open.
    show("", "unknown");
    section.hidden = false;
    delete section.dataset.tone;
    cancel.hidden = false;
    sendWhole.hidden = true;
    const chosen = [...(input.files ?? [])];
    try {
      const prepared = await prepare(chosen, signal, (name) =>
        show(say`Opening ${name} on your device…`, "unknown"),
      );
      if (prepared.files.length === 0)
        return fail(
          say`These files are no part of an Instagram export that we read. Please choose the ZIP file that Instagram sent you, or the JSON files from it.`,
        );
      const about = described(prepared, chosen);
      const answer = await sendUpload(form.action, formOf(form, prepared), signal, (share) => {
        cancel.hidden = share === 1;
        if (share < 1) show(say`Sending ${about}…`, share);
        else show(say`Everything is here. Reading your lists…`, "unknown");
      });
      if ("address" in answer) return location.assign(answer.address);
      const { refusal, fieldErrors = [], isBrokenOff } = answer;
      if (isBrokenOff) await requireReadable(chosen);
      fail(refusal);
      // The form says at its top what is wrong, and where.
      if (fieldErrors.length > 0) {
        show("");
        section.hidden = true;
        sumUpRefusal(form, fieldErrors.map(showFieldError));
      }
    } catch (error) {
      if (signal.aborted) return fail(say`Canceled. Nothing was imported.`);
      if (error instanceof NotReadable) {
        // Else the browser would not ask for another.
        input.value = "";
        return fail(
          chosen.length === 1
            ? say`Your browser cannot read ${error.fileName}. Save the file on this device, and choose it again.`
            : say`Your browser cannot read ${error.fileName}. Save the file on this device, and choose all your files again.`,
        );
      }
      if (!(error instanceof NotOpened)) return fail(say`Something went wrong. Please try again.`);
      fail(
        say`We could not open ${error.fileName} on your device. It may not have been downloaded completely: please download it from Instagram once more. You can also send the whole file. Then all of it leaves your device, and we still keep only names, times and counts.`,
      );
      sendWhole.hidden = false;
    }
  };

  form.addEventListener("submit", (event) => {
    if (event.submitter === sendWhole) return;
    event.preventDefault();
    // Once the page's script has marked the form, which `release` undoes. It may not have come: the browser alone checks
    // the fields of this form.
    setTimeout(() => running ?? start());
  });
  cancel.addEventListener("click", () => running?.abort());
  input.addEventListener("change", () => {
    if (running) return;
    // Of a whole file whose sending was stopped.
    release();
    section.hidden = true;
    sendWhole.hidden = true;
  });
  // A page restored from the back-forward cache still has the state of the moment it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    release();
    section.hidden = true;
  });
  for (const note of document.querySelectorAll<HTMLElement>(hookSelector("import-on-device")))
    note.hidden = false;
}

/** Writes a message beside its field. @returns the field's id, and the message */
function showFieldError({ id, text }: { id: string; text: string }): [string, string] {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
  const field = id.replace(/-error$/, "");
  document.getElementById(field)?.setAttribute("aria-invalid", "true");
  return [field, text];
}

/** Removes what the server or this script has said of a refused try before the next one begins. */
function forgetRefusal(form: HTMLFormElement): void {
  for (const summary of document.querySelectorAll("main .form-summary")) summary.remove();
  for (const field of form.querySelectorAll("[aria-invalid=true]")) {
    field.removeAttribute("aria-invalid");
    document.getElementById(`${field.id}-error`)?.replaceChildren();
  }
}

/** The form as it was filled in, with what is sent of the files. */
function formOf(form: HTMLFormElement, { files, takenAt }: Prepared): FormData {
  const sent = new FormData(form);
  sent.delete("export");
  if (takenAt !== undefined) sent.set("takenAt", new Date(takenAt).toISOString());
  for (const { name, content } of files) sent.append("export", content, name);
  return sent;
}

/** `14 lists, 0.4 MB of 1,100 MB`. */
function described({ count, bytes }: Prepared, chosen: readonly File[]): string {
  const all = chosen.reduce((sum, { size }) => sum + size, 0);
  return say`${counted(count, "list")}, ${megabytes(bytes)} of ${megabytes(all)}`;
}

const megabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString(localeNow(), { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;

speakAsPage();
for (const form of document.querySelectorAll<HTMLFormElement>(
  `form${hookSelector("import-upload")}`,
))
  sendLittle(form);
