import { z } from "zod";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import type { Passkey } from "~/features/ways-in/store/passkeys.server";
import { parseJson } from "~/platform/values/json";

/** The limit of each field: far more than browsers send, and far below the limit of a body. */
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(32_768);

/** A credential id has at most 1,023 bytes. */
const credential = z.object({
  id: base64url.max(1_364),
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
type Registration = z.output<typeof registration>;

/** The answer and its challenge. Nothing of it is verified. */
export interface PasskeyAnswer<T> {
  answer: T;
  challenge: string;
}

const reader =
  <T extends Assertion | Registration>(schema: z.ZodType<T>) =>
  (text: string): PasskeyAnswer<T> | undefined => {
    const answer = schema.safeParse(parseJson(text).value).data;
    if (!answer) return undefined;
    const clientData = Buffer.from(answer.response.clientDataJSON, "base64url").toString();
    const fields = clientDataFields.safeParse(parseJson(clientData).value).data;
    // A page of another site must not use our passkeys by putting ours into a frame.
    if (!fields || fields.crossOrigin) return undefined;
    return { answer, challenge: fields.challenge };
  };

/** Both return undefined for anything but an authenticator's answer. */
export const readAssertion = reader(assertion);
export const readRegistration = reader(registration);

/** Of COSE: ES256, EdDSA, RS256. What authenticators offer, and what Node verifies. */
export const algorithms = [-7, -8, -257];

/** Loaded on first use: it takes a tenth of a second, and most processes verify none. */
const library = () => import("@simplewebauthn/server");

const expected = (challenge: string) => ({
  expectedChallenge: challenge,
  // Without passkeys here, nothing is as expected.
  expectedOrigin: passkeysHere?.origin ?? [],
  expectedRPID: passkeysHere?.id ?? [],
  requireUserVerification: true,
});

/** The library throws what it refuses. Its words are for developers. */
const unlessRefused = <T>(verify: () => Promise<T>): Promise<T | undefined> =>
  verify().catch(() => undefined);

/**
 * Whether the holder of the passkey's private key has signed this challenge, here, now verified by the device. Says
 * nothing of the counter, which only counts once the signature is known to be right.
 */
export const verifyAssertion = (
  passkey: Passkey,
  { answer, challenge }: PasskeyAnswer<Assertion>,
) =>
  unlessRefused(async () => {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
      ...expected(challenge),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: 0,
      },
    });
    if (!verified || answer.response.userHandle !== passkey.userHandle) return undefined;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, backedUp: credentialBackedUp };
  });

/**
 * The new passkey. Nothing is asked of who made the authenticator, so its certificates are refused: to check them, the
 * library would fetch addresses that they name.
 */
export const verifyRegistration = ({ answer, challenge }: PasskeyAnswer<Registration>) =>
  unlessRefused(async () => {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
      library(),
      import("@simplewebauthn/server/helpers"),
    ]);
    const { attestationObject } = answer.response;
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, "base64url")),
    );
    const format = attestation.get("fmt");
    const signsItself = format === "packed" && !attestation.get("attStmt").get("x5c");
    if (format !== "none" && !signsItself) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
      ...expected(challenge),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== answer.id) return undefined;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: answer.response.transports,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  });
