import { createHmac } from "node:crypto";
import { Honeypot } from "remix-utils/honeypot/server";
import { env } from "~/env.server";

/** One for each session secret, so that a form drawn before a secret was changed is still taken. */
const honeypots = env.SESSION_SECRETS.map(
  (secret) =>
    new Honeypot({
      encryptionSeed: createHmac("sha256", secret).update("honeypot").digest("base64url"),
    }),
);

const day = 86_400_000;

/**
 * The two fields that a public form carries beside its own: one that people do not see and must stay empty, and
 * one that only this app can have drawn. They are the same for everyone as long as this process runs and never
 * grow too old: public pages are cached whole, and may stand open for hours before they are sent.
 */
export const trapFields = honeypots[0]?.getInputProps({
  validFromTimestamp: Math.floor(Date.now() / day) * day,
});

/**
 * Whether a form was filled in by a program.
 * @param optional lets a form without either field through, where being refused costs a person more than a
 * program gains
 */
export function isSpam(form: FormData, { optional = false } = {}): boolean {
  const names = [trapFields?.nameFieldName, trapFields?.validFromFieldName].map(String);
  const given = names.filter((name) => form.has(name)).length;
  if (given === 0) return !optional;
  if (given < names.length) return true;
  return !honeypots.some((honeypot) => {
    try {
      honeypot.check(form);
      return true;
    } catch {
      return false;
    }
  });
}
