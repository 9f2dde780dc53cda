import "#tests/setup/mail";
import { afterEach } from "vitest";
import { ask } from "#tests/setup/ask";
import type { Member } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import { noAnswers } from "~/features/leaving/rules/unsubscribe-state";
import { storeAnswers } from "~/features/leaving/store/unsubscribe-answers.server";
import { backgroundSettled } from "~/platform/work/background.server";

export const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
});

export const address = (number: number | string) => `/dashboard/unsubscribe/${number}`;

export const openStep = ({ cookie }: Member, number: number | string) =>
  ask(address(number), { cookie });

export const press = (
  { cookie }: Member,
  number: number,
  name: string,
  fields: Record<string, string> = {},
) => ask(address(number), { cookie, fields: { ...fields, press: name } });

export const saveAnswers = (member: Member, position: StepNumber, more = {}) =>
  storeAnswers(member.uid, { ...noAnswers, position, ...more });

export const redirected = (to: string) => ({ status: 302, location: to });
