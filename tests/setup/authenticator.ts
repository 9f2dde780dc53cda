import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const relyingParty = { id: "localhost", origin: "http://localhost:3000" };

/** What an authenticator, its browser or an attacker may do otherwise than it should. */
export interface Ceremony {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Whether the person has proved to the device who they are. */
  isVerified?: boolean;
  isPresent?: boolean;
  /** By default one more than at the last use. */
  counter?: number;
  userHandle?: string | undefined;
  /** Signs instead of the passkey's own key. */
  key?: KeyObject;
  /** The attestation statement, in CBOR. */
  attestation?: { format: string; statement: Buffer };
  /** Of a new passkey; by default random. */
  credentialId?: string;
}

export interface SoftPasskey {
  id: string;
  userHandle: string;
  key: KeyObject;
  counter: number;
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** CBOR (RFC 8949): the few types that WebAuthn needs. */
export function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, inside]) => [cbor(key), cbor(inside as string)]),
  ]);
}

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

function authenticatorData(ceremony: Ceremony, counter: number, made?: Buffer): Buffer {
  const { rpId = relyingParty.id, isVerified = true, isPresent = true } = ceremony;
  const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (made ? 64 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, made ?? Buffer.alloc(0)]);
}

const clientData = (ceremony: Ceremony, { type, challenge }: { type: string; challenge: string }) =>
  json({
    type: ceremony.type ?? type,
    challenge: ceremony.challenge ?? challenge,
    origin: ceremony.origin ?? relyingParty.origin,
    crossOrigin: ceremony.crossOrigin ?? false,
  });

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** A software authenticator: makes a passkey and the answer that a browser would post. */
export function makePasskey(options: CreationOptions, ceremony: Ceremony = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = ceremony.credentialId
    ? Buffer.from(ceremony.credentialId, "base64url")
    : randomBytes(16);
  const counter = ceremony.counter ?? 1;
  const passkey: SoftPasskey = {
    id: id.toString("base64url"),
    userHandle: options.user.id,
    key: privateKey,
    counter,
  };
  const credential = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey(publicKey),
  ]);
  const { format, statement } = ceremony.attestation ?? {
    format: "none",
    statement: cbor(new Map()),
  };
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    ...[cbor("fmt"), cbor(format)],
    ...[cbor("attStmt"), statement],
    ...[cbor("authData"), cbor(authenticatorData(ceremony, counter, credential))],
  ]);
  const answer = {
    id: passkey.id,
    type: "public-key",
    response: {
      clientDataJSON: clientData(ceremony, {
        type: "webauthn.create",
        challenge: options.challenge,
      }),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    },
  };
  return { passkey, answer };
}

/** The answer of a passkey to a challenge. Its counter rises. */
export function signWith(passkey: SoftPasskey, challenge: string, ceremony: Ceremony = {}) {
  const counter = ceremony.counter ?? passkey.counter + 1;
  passkey.counter = Math.max(passkey.counter, counter);
  const data = authenticatorData(ceremony, counter);
  const clientDataJSON = clientData(ceremony, { type: "webauthn.get", challenge });
  const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
  return {
    id: passkey.id,
    type: "public-key",
    response: {
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, ceremony.key ?? passkey.key).toString("base64url"),
      userHandle: "userHandle" in ceremony ? ceremony.userHandle : passkey.userHandle,
    },
  };
}
