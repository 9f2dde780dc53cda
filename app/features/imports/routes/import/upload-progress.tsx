import words from "content:import";
import { buttonStyle } from "~/design/button";
import { scriptHook } from "~/platform/values/script-hooks";

const { form } = words;

/** What app/features/imports/browser/import.ts shows while it opens and sends the files. */
export function UploadProgress() {
  return (
    <section
      hidden
      {...scriptHook("import-progress")}
      aria-label={form.title}
      className="group/progress flex flex-col gap-3"
    >
      <progress
        max="1"
        aria-label={form.title}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line accent-blue [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
      />
      <output className="block font-semibold wrap-anywhere group-data-[tone=failed]/progress:text-red-ink" />
      <button
        type="button"
        {...scriptHook("import-cancel")}
        className={buttonStyle("quiet", "w-full")}
      >
        {form.cancel}
      </button>
      <button
        type="submit"
        hidden
        {...scriptHook("import-whole")}
        className={buttonStyle("quiet", "w-full")}
      >
        {form.sendWhole}
      </button>
    </section>
  );
}
