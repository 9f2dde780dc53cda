import words from "content:import";
import { SubmitButton } from "~/components/button";
import { Field } from "~/components/field";
import { FormToken } from "~/components/form-token";
import { addresses } from "~/web/addresses";

const { form } = words;

/** Works without JavaScript. The fields stand before the files, so that they are known when these arrive. */
export function UploadForm({ shownError }: { shownError: string | undefined }) {
  return (
    <form
      method="post"
      action={addresses.import}
      encType="multipart/form-data"
      className="mt-4 flex flex-col gap-5 rounded-card border border-line p-4"
    >
      <FormToken />
      <h2 className="text-xl font-extrabold">{form.title}</h2>
      <div>
        <Field
          name="followersShown"
          label={form.shown}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={shownError}
        />
        <p className="mt-1.5 text-sm text-muted">{form.shownHint}</p>
      </div>
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
          accept=".zip,.json,application/zip,application/json"
          aria-describedby="export-hint"
          className="block w-full rounded-xl border border-control bg-surface px-4 py-3"
        />
        <p id="export-hint" className="mt-1.5 text-sm text-muted">
          {form.filesHint} {words.privacy}
        </p>
      </div>
      <SubmitButton>{form.submit}</SubmitButton>
    </form>
  );
}
