import { type Fields, isFields, labelledOf, meaningOf, timeOf } from "./entry-fields.ts";
import type { ReaderOfFile } from "./findings.ts";
import { nameOf } from "./relation-entry.ts";
import { relationLabels } from "./relation-labels.ts";

/** The subscriber's own username, out of `personal_information.json`. Nothing else of that file is kept. */
export const accountReader: ReaderOfFile = (file, findings) => {
  let username: string | undefined;
  const others: string[] = [];
  return {
    item(entry) {
      for (const { label, name, fields } of isFields(entry) ? labelledOf(entry) : []) {
        if (relationLabels.get(label) === "username") username ??= nameOf(fields.value);
        else others.push(name);
      }
    },
    commit() {
      findings.find("account");
      if (username !== undefined) {
        findings.account ??= username;
        return;
      }
      // The labels are counted only here: which one means the username is what the table lacks.
      findings.unreadable(file.end, 1);
      for (const label of others) findings.unknownLabel(file.end, label);
    },
  };
};

/**
 * The subscriber's other usernames, out of `profile_changes.json`: before and after each change whose field is the username.
 * The field's own name is English in a French export, too. Of the labels around it only the English are published, so none is
 * asked for.
 */
export const changesReader: ReaderOfFile = (file, findings) => {
  const names = new Set<string>();
  let unreadable = 0;
  return {
    item(entry) {
      if (!isFields(entry)) unreadable += 1;
      else for (const name of namesInChange(entry)) names.add(name);
    },
    commit() {
      findings.find("profileChanges");
      findings.addOwnNames(names);
      findings.unreadable(file.end, unreadable);
    },
  };
};

function namesInChange(entry: Fields): string[] {
  const texts = labelledOf(entry).flatMap(({ fields: { value, href } }) => [value, href]);
  const meanings = texts.map((text) =>
    typeof text === "string" ? meaningOf(relationLabels, text) : undefined,
  );
  if (!meanings.includes("username")) return [];
  return texts.flatMap((text, at) => (meanings[at] ? [] : (nameOf(text) ?? [])));
}

/** When the account was made: the only time in `signup_details.json`, whatever its label is. */
export const signupReader: ReaderOfFile = (file, findings) => {
  const times = new Set<number>();
  return {
    item(entry) {
      if (!isFields(entry)) return;
      const all = [entry, ...labelledOf(entry).map(({ fields }) => fields)];
      for (const fields of all) {
        const time = timeOf(fields);
        if (time !== undefined) times.add(time);
      }
    },
    commit() {
      findings.find("signup");
      const [time] = times;
      if (times.size === 1 && time !== undefined) findings.accountCreatedAt ??= time;
      else findings.unreadable(file.end, 1);
    },
  };
};
