export interface Trap {
  nameFieldName: string;
  validFromFieldName: string | null;
  encryptedValidFrom: string;
}

/** The honeypot's fields. Hidden by a class: the content security policy would block an inline style and show them. */
export function TrapFields({ fields }: { fields: Trap | undefined }) {
  if (!fields) return null;
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor={fields.nameFieldName}>Leave this field empty</label>
      <input
        id={fields.nameFieldName}
        name={fields.nameFieldName}
        type="text"
        tabIndex={-1}
        autoComplete="off"
      />
      {fields.validFromFieldName && (
        <input type="hidden" name={fields.validFromFieldName} value={fields.encryptedValidFrom} />
      )}
    </div>
  );
}
