import { hookSelector, hookValue } from "../values/script-hooks.ts";

/**
 * Enhances the forms of pages without React: validates the fields before sending, clears a field's error on
 * typing, and sends each form only once.
 */
export function enhanceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[method=post]")) {
    const release = () => {
      delete form.dataset.sent;
      form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
    };
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) return event.preventDefault();
      const invalid = fieldsOf(form).filter((field) => !validate(field));
      if (invalid.length > 0) {
        event.preventDefault();
        return sumUpRefusal(
          form,
          invalid.map(({ id, dataset }) => [id, dataset.message]),
        );
      }
      form.dataset.sent = "true";
      (event.submitter ?? form.querySelector("button"))?.setAttribute("aria-busy", "true");
      // The next navigation is the sending, which may be stopped. Where nobody says so, it may have been.
      if (window.navigation)
        window.navigation.addEventListener(
          "navigate",
          ({ signal }) => signal.addEventListener("abort", release),
          { once: true },
        );
      else setTimeout(release, releasedAfter);
    });
    for (const field of fieldsOf(form))
      field.addEventListener("input", () => {
        showError(field, "");
        leaveOut(form, field);
      });
    // A page restored from the back-forward cache still has the state of the moment it was left.
    addEventListener("pageshow", ({ persisted }) => persisted && release());
  }
}

/** Milliseconds. A press that comes twice counts once (docs/product.md#crash-page). */
const releasedAfter = 10_000;

declare global {
  interface Window {
    /** Not every browser has it, nor does TypeScript. */
    navigation?: {
      addEventListener(
        type: "navigate",
        listener: (event: { signal: AbortSignal }) => void,
        options: { once: true },
      ): void;
    };
  }
}

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input${hookSelector("message")}`)];
}

function validate(field: HTMLInputElement): boolean {
  const isAddress = field.type === "email" || field.inputMode === "email";
  const value = isAddress ? field.value.trim() : field.value;
  const isValid = new RegExp(`^(?:${field.pattern})$`).test(value);
  showError(field, isValid ? "" : (hookValue(field, "message") ?? ""));
  return isValid;
}

/**
 * Says at the form's top what is wrong, as a refusing server does, and puts the focus there.
 * @param wrong fields by their ids, and what is wrong with each
 */
export function sumUpRefusal(
  form: HTMLFormElement,
  wrong: readonly (readonly [id: string, text: string | undefined])[],
): void {
  const summary = summaryOf(form) ?? document.createElement("div");
  summary.className = "form-summary";
  summary.setAttribute("role", "alert");
  summary.tabIndex = -1;
  const list = document.createElement("ul");
  for (const [id, text = ""] of wrong) {
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.textContent = text;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  summary.replaceChildren(list);
  form.prepend(summary);
  summary.focus();
}

/** Takes a field that is being corrected out of the summary. */
function leaveOut(form: HTMLFormElement, field: HTMLInputElement): void {
  const summary = summaryOf(form);
  summary?.querySelector(`a[href="#${field.id}"]`)?.parentElement?.remove();
  if (summary && !summary.textContent?.trim()) summary.remove();
}

const summaryOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>(".form-summary");

function showError(field: HTMLInputElement, message: string): void {
  const error = document.getElementById(`${field.name}-error`);
  if (error) error.textContent = message;
  if (message) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}
