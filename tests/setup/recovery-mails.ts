import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { trap } from "#tests/setup/requests";
import { daysApart } from "./days-apart.ts";

daysApart();

export const restore = (email: string, fields: Record<string, string> = trap) =>
  ask("/password-recovery", { fields: { ...fields, email } });
export const activate = (email: string, fields: Record<string, string> = trap) =>
  ask("/access-recovery", { fields: { ...fields, email } });

/** Each of the two forms that send a mail, by its address. */
export const forms = { "/password-recovery": restore, "/access-recovery": activate };
type FormAddress = keyof typeof forms;
export const addresses = Object.keys(forms) as FormAddress[];

export const subjects = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]);
