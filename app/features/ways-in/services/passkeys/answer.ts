import { z } from "zod";
import { parseJson } from "~/platform/values/json";

/** The limit of each field: far more than browsers send, and far below the limit of a body. */
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(32_768);

/** A credential id has at most 1,023 bytes. */
const credential = z.object({
  id: z
    .string()
    .regex(/^[\w-]+$/)
    .max(1_364),
  type: z.literal("public-key"),
});

const clientDataFields = z.object({
  challenge: base64url,
  crossOrigin: z.boolean().optional(),
});

const assertion = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    /** Passkeys that the browser finds by itself always have one. */
    userHandle: base64url,
  }),
});

const registration = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
});

/** What an authenticator answered at a sign-in, as the browser posts it. */
export type Assertion = z.output<typeof assertion>;
/** What an authenticator answered when a passkey was made. */
export type Registration = z.output<typeof registration>;

/** The answer and its challenge. Nothing of it is verified. */
export interface PasskeyAnswer<T> {
  answer: T;
  challenge: string;
}

const read = <T extends Assertion | Registration>(schema: z.ZodType<T>, text: string) => {
  const answer = schema.safeParse(parseJson(text).value).data;
  if (!answer) return undefined;
  const clientData = Buffer.from(answer.response.clientDataJSON, "base64url").toString();
  const fields = clientDataFields.safeParse(parseJson(clientData).value).data;
  // A page of another site must not use our passkeys by putting ours into a frame.
  if (!fields || fields.crossOrigin) return undefined;
  return { answer, challenge: fields.challenge };
};

/** @returns undefined for anything but an authenticator's answer */
export const readAssertion = (text: string): PasskeyAnswer<Assertion> | undefined =>
  read(assertion, text);

/** @returns undefined for anything but an authenticator's answer */
export const readRegistration = (text: string): PasskeyAnswer<Registration> | undefined =>
  read(registration, text);
