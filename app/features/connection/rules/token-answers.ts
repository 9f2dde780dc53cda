import { z } from "zod";
import { AccessToken } from "../../../platform/tokens/access-token.ts";
import { idText } from "../../history/answer-parts.ts";

const token = z
  .string()
  .min(1)
  .max(4_000)
  .transform((text) => new AccessToken(text));

/** Text with commas as Meta documents it, or a list. */
const permissions = z
  .union([z.string().transform((text) => text.split(",")), z.array(z.string())])
  .nullish()
  .transform((names) => names?.map((name) => name.trim()).filter(Boolean) ?? null);

const grant = z
  .object({ access_token: token, user_id: idText.nullish(), permissions })
  .transform(({ access_token, user_id, permissions: granted }) => ({
    token: access_token,
    /** Which of the two ids this is, no source settles: the ids that count are those of `/me` (docs/product.md#connection). */
    userId: user_id ?? null,
    /** Null in the flat form, which does not say. */
    permissions: granted,
  }));

/** The answer of the code's exchange, a token that lives an hour: documented as a list of one, and met flat. */
export const grantAnswer = z.union([
  z.object({ data: z.tuple([grant], z.unknown()) }).transform(({ data: [first] }) => first),
  grant,
]);

/** Seconds, also as text. */
const seconds = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive());

/** The answer of both ways to a token that lives 60 days. */
export const longLivedAnswer = z
  .object({ access_token: token, expires_in: seconds })
  .transform(({ access_token, expires_in }) => ({
    token: access_token,
    /** Milliseconds from now. */
    lifetime: expires_in * 1_000,
  }));
