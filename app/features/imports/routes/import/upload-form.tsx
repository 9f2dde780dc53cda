import words from "content:import";
import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { ScriptWords } from "~/design/script-words";
import script from "~/features/imports/browser/import.ts?worker&url";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { ShownCountField } from "./shown-count-field.tsx";
import { UploadProgress } from "./upload-progress.tsx";

const { form } = words;

/** Works without JavaScript. The fields come before the files, so that a wrong one is refused before the files arrive. */
export function UploadForm({ shownError }: { shownError: string | undefined }) {
  return (
    <>
      <form
        method="post"
        action={addresses.import}
        encType="multipart/form-data"
        {...scriptHook("import-upload")}
        className="mt-5 flex flex-col gap-5 card p-5 shadow-card"
      >
        <FormToken />
        <h2 className="text-xl font-extrabold">{form.title}</h2>
        <ShownCountField label={form.shown} hint={form.shownHint} error={shownError} />
        <div>
          <label htmlFor="export" className="mb-1.5 block font-semibold">
            {form.files}
          </label>
          <input
            id="export"
            name="export"
            type="file"
            multiple
            required
            accept=".zip,.json,.txt,application/zip,application/json,text/plain"
            aria-invalid={false}
            aria-describedby="export-hint"
            className="block w-full rounded-xl border border-control bg-surface p-2 text-sm file:me-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-tint file:px-4 file:font-bold file:text-blue-ink"
          />
          <p id="export-hint" className="mt-1.5 text-sm text-muted">
            {form.filesHint}
          </p>
        </div>
        <div className="flex gap-3 rounded-xl bg-tint px-4 py-3 text-sm">
          <NamedIcon name="privacy" className="mt-0.5 size-5 text-blue-ink" />
          <div>
            <p hidden {...scriptHook("import-on-device")} className="mb-1">
              <strong className="block">{form.onDevice}</strong> {form.onDeviceHint}
            </p>
            <p>{words.privacy}</p>
          </div>
        </div>
        <SubmitButton>{form.submit}</SubmitButton>
        <UploadProgress />
        <p className="text-center text-sm">
          {form.noFileYet}{" "}
          <a href="#how-to" className="font-semibold text-blue-ink underline">
            {form.howToLink}
          </a>{" "}
          or{" "}
          <a href={addresses.example} className="font-semibold text-blue-ink underline">
            {form.exampleLink}
          </a>
        </p>
      </form>
      <ScriptWords of="imports" />
      <script type="module" src={script} />
    </>
  );
}
