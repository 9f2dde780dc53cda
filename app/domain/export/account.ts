import type { ReaderOfFile } from "./file-reader.ts";
import { labelledOf } from "./labels.ts";
import { nameOf } from "./relation-entry.ts";
import { relationLabels } from "./relation-labels.ts";
import { isFields, secondsOf } from "./values.ts";

/** The subscriber's own username, out of `personal_information.json`. Nothing else of that file is kept. */
export const accountReader: ReaderOfFile = (file, findings) => {
  let username: string | undefined;
  const others: string[] = [];
  return {
    item(entry) {
      for (const { label, fields } of isFields(entry) ? labelledOf(entry) : []) {
        if (relationLabels.get(label) === "username") username ??= nameOf(fields.value);
        else others.push(label);
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

/** When the account was made: the only time in `signup_details.json`, whatever its label is. */
export const signupReader: ReaderOfFile = (file, findings) => {
  const times = new Set<number>();
  return {
    item(entry) {
      if (!isFields(entry)) return;
      const all = [entry, ...labelledOf(entry).map(({ fields }) => fields)];
      for (const { timestamp, timestamp_value } of all) {
        const time = secondsOf(timestamp) ?? secondsOf(timestamp_value);
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
