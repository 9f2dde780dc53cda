import { say } from "../../../../platform/values/say.ts";
import { hookValue } from "../../../../platform/values/script-hooks.ts";

/**
 * What WebAuthn takes and gives, as JSON. Not by the browsers' own `parseCreationOptionsFromJSON` and `toJSON`: browsers
 * of 2024 lack them, as do credentials that a password manager's extension gives.
 */

/**
 * Whether passkeys can be used here: by this browser, which must also have what is used with them (Safari from 16 on: who
 * has `timeout` has `requestSubmit`, too), and at the app's own address (it may have others).
 */
export const hasPasskeys = (element: Element): boolean =>
  location.origin === hookValue(element, "passkey-origin") &&
  typeof globalThis.PublicKeyCredential === "function" &&
  "timeout" in AbortSignal;

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface Descriptor {
  type: "public-key";
  id: string;
  transports: AuthenticatorTransport[];
}

/** As app/features/ways-in/add-passkey.server.ts makes them. */
export interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Descriptor[];
}

/** Has a passkey made. @returns the answer as JSON. @throws what the browser throws, e.g. if the person does not want to */
export async function makePasskey(options: CreationOptions): Promise<string> {
  const { challenge, user, excludeCredentials, ...rest } = options;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...rest,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
    },
  })) as PublicKeyCredential | null;
  if (!made) throw new Error("no passkey was made");
  const response = made.response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    id: toText(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

/** As app/features/ways-in/routes/sign-in/passkey/challenge.ts makes them. */
export interface RequestOptions
  extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  challenge: string;
}

/** Asks for a passkey. @returns the answer as JSON. @throws what the browser throws */
export async function askForPasskey(
  { challenge, ...rest }: RequestOptions,
  how: Pick<CredentialRequestOptions, "mediation" | "signal">,
): Promise<string> {
  const used = (await navigator.credentials.get({
    ...how,
    publicKey: { ...rest, challenge: toBytes(challenge) },
  })) as PublicKeyCredential | null;
  if (!used) throw new Error("no passkey was used");
  const response = used.response as AuthenticatorAssertionResponse;
  return JSON.stringify({
    id: toText(used.rawId),
    type: used.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle && { userHandle: toText(response.userHandle) }),
    },
  });
}

/** Asks the app for options. The form's own fields go along: among them may be its form token. */
export async function askForOptions<T>(form: HTMLFormElement, address: string): Promise<T> {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  const answer = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields as [string, string][]),
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  });
  const type = answer.headers.get("content-type") ?? "";
  const json = type.startsWith("application/json") ? await answer.json() : {};
  if (!answer.ok) throw new Refused(typeof json.message === "string" ? json.message : "");
  return json;
}

/** The app refused, and may have said why. */
class Refused extends Error {}

/** Why it failed, in words. @param dismissed said if the person has closed the browser's question, or was not asked */
export function failureWords(error: unknown, dismissed: string): string {
  if (error instanceof Refused && error.message) return error.message;
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "AbortError":
      return dismissed;
    case "InvalidStateError":
      return say`This device already has a passkey for your account.`;
    case "NotSupportedError":
    case "ConstraintError":
      return say`This device cannot keep passkeys. It needs a screen lock, or a security key with a PIN.`;
    default:
      return say`That did not work. Check your connection and try again.`;
  }
}
