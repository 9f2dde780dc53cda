import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { trap } from "#tests/setup/requests";
import { settled } from "#tests/setup/sign-ins";

async function send(path: string, fields: Record<string, string>) {
  const answer = await ask(path, { fields });
  await settled();
  return answer;
}

export const restore = (email: string, fields: Record<string, string> = trap) =>
  send("/password-recovery", { ...fields, email });
export const activate = (email: string, fields: Record<string, string> = trap) =>
  send("/access-recovery", { ...fields, email });

/** Each of the two forms that send a mail, by its address. */
export const forms = { "/password-recovery": restore, "/access-recovery": activate };
type FormAddress = keyof typeof forms;
export const addresses = Object.keys(forms) as FormAddress[];

export const subjects = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]);
