import { useLoaderData } from "@remix-run/react";

interface Trap {
  nameFieldName: string;
  validFromFieldName: string | null;
  encryptedValidFrom: string;
}

/**
 * The honeypot's fields, which the page's loader gives as `trap`. Hidden by a class: the content security policy would
 * block an inline style and show them.
 */
export function TrapFields() {
  const { trap } = useLoaderData() as { trap?: Trap };
  if (!trap) return null;
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor={trap.nameFieldName}>Leave this field empty</label>
      <input
        id={trap.nameFieldName}
        name={trap.nameFieldName}
        type="text"
        tabIndex={-1}
        autoComplete="off"
      />
      {trap.validFromFieldName && (
        <input type="hidden" name={trap.validFromFieldName} value={trap.encryptedValidFrom} />
      )}
    </div>
  );
}
