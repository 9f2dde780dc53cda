import { SubmitButton, type Tone } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { addresses } from "~/platform/values/addresses";

export const connectionPresses = ["connect", "refresh", "disconnect"] as const;
export type ConnectionPress = (typeof connectionPresses)[number];

interface ConnectFormProps {
  press: ConnectionPress;
  label: string;
  tone?: Tone;
}

/** One press of the page. A plain form: the answer to `connect` leads to Instagram's own page. */
export function ConnectForm({ press, label, tone = "primary" }: ConnectFormProps) {
  return (
    <form method="post" action={addresses.connect} className="mt-6">
      <FormToken />
      <SubmitButton name="press" value={press} tone={tone}>
        {label}
      </SubmitButton>
    </form>
  );
}
