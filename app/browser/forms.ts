import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/**
 * Makes the forms of pages without React smoother: says what is wrong with a field before it is sent,
 * clears that on typing, and sends each form once.
 */
export function enhanceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[method=post]")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) return event.preventDefault();
      const wrong = fieldsOf(form).filter((field) => !check(field));
      if (wrong.length > 0) {
        event.preventDefault();
        wrong[0]?.focus();
        return;
      }
      form.dataset.sent = "true";
      (event.submitter ?? form.querySelector("button"))?.setAttribute("aria-busy", "true");
    });
    for (const field of fieldsOf(form)) field.addEventListener("input", () => show(field, ""));
  }
  // A page brought back from memory still carries what was set as it left.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-sent]")) {
      delete form.dataset.sent;
      for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-busy");
    }
  });
}

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input${hookSelector("message")}`)];
}

function check(field: HTMLInputElement): boolean {
  const value = field.type === "email" ? field.value.trim() : field.value;
  const fits = new RegExp(`^(?:${field.pattern})$`).test(value);
  show(field, fits ? "" : (hookValue(field, "message") ?? ""));
  return fits;
}

function show(field: HTMLInputElement, message: string): void {
  const error = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  if (error) error.textContent = message;
  if (message) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}
