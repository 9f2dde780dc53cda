import { Honeypot } from "remix-utils/honeypot/server";
import { env } from "~/env.server";
import { day } from "~/platform/values/durations";
import { keyedDigest } from "~/platform/values/keyed-digest";

/** One in 7,000 values of another key decrypts to some small number. Those of this app are whole days. */
class HoneypotOfDays extends Honeypot {
  protected override isValidTimeStamp(time: number): boolean {
    return super.isValidTimeStamp(time) && time % day === 0;
  }
}

/** One per session secret, so that a form rendered before a secret was rotated is still accepted. */
const honeypots = env.SESSION_SECRETS.map(
  (secret) =>
    new HoneypotOfDays({
      encryptionSeed: keyedDigest(secret, "honeypot").toString("base64url"),
    }),
);

/**
 * The two extra fields of a public form: one that people do not see and must stay empty, and one with an encrypted
 * value that only this app can have issued. They are the same for everyone while this process runs, since public pages
 * are cached whole, and they never expire, since a page may stay open for hours before its form is sent.
 */
export const honeypotFields = honeypots[0]?.getInputProps({
  validFromTimestamp: Math.floor(Date.now() / day) * day,
});

/**
 * Whether a bot filled in the form.
 * @param optional accepts a form that has neither field, where a wrongly rejected person costs more than an accepted bot
 */
export function isSpam(form: FormData, { optional = false } = {}): boolean {
  const names = [honeypotFields?.nameFieldName, honeypotFields?.validFromFieldName].map(String);
  const present = names.filter((name) => form.has(name)).length;
  if (present === 0) return !optional;
  if (present < names.length) return true;
  return !honeypots.some((honeypot) => {
    try {
      honeypot.check(form);
      return true;
    } catch {
      return false;
    }
  });
}
