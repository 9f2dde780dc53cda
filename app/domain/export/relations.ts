import type { ListName } from "./export.ts";
import type { ReaderOfFile } from "./file-reader.ts";
import { personOf } from "./relation-entry.ts";

const counted: readonly ListName[] = ["followers", "following"];
/** The size of the lists is looked at once in so many people. */
const checkEvery = 4_096;

/** Lists of people. They go into the list at once, not at the end of the file: there may be a million. */
export const relationsReader: ReaderOfFile = (file, findings) => {
  const name = file.part as ListName;
  const list = findings.list(name);
  let people = 0;
  let nameless = 0;
  return {
    item(entry) {
      const person = personOf(entry, (label) => findings.unknownLabel(file.end, label));
      if (!person) {
        nameless += 1;
        return;
      }
      list.add(person.username, person.since);
      people += 1;
      if (people % checkEvery === 0) findings.checkSize();
    },
    commit() {
      findings.find(name);
      findings.checkSize();
      if (counted.includes(name)) findings.skipped += nameless;
      else findings.unreadable(file.end, nameless);
    },
  };
};
