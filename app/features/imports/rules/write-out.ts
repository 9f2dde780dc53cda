import { type NameList, personAt } from "../../../platform/values/name-list.ts";
import { freeList } from "../../../platform/values/name-list-merge.ts";
import type { RangeLimit } from "../../export/export.ts";
import { type KeptLists, keptNames } from "../../history/kept-lists.ts";
import { loadLists } from "./known-imports.ts";
import type { Ask, WriteTask } from "./work.ts";

/** People whose text is handed over at a time. */
const peopleAtOnce = 2_000;

/**
 * Writes out all that is kept of imports as one JSON object: by the import's id its lists, each person with the time of
 * the follow, and times and figures of posts. Each piece of text is handed over before the next is made.
 */
export async function writeOut({ ids }: WriteTask, ask: Ask): Promise<{ written: true }> {
  const give = (text: string) => ask({ ask: "take", text });
  await give("{");
  for (const [index, id] of ids.entries()) {
    const lists = await loadLists(id, ask);
    await give(`${index > 0 ? "," : ""}\n${JSON.stringify(id)}: {`);
    for (const name of keptNames) {
      const list = lists[name];
      await writeList(name, list, give);
      if (list) freeList(list);
    }
    await give(`\n${factsOf(lists)}}`);
  }
  await give("\n}");
  return { written: true };
}

async function writeList(
  name: string,
  list: NameList | undefined,
  give: (text: string) => Promise<unknown>,
): Promise<void> {
  if (!list) return;
  await give(`\n"${name}": [`);
  for (let from = 0; from < list.size; from += peopleAtOnce) {
    const length = Math.min(peopleAtOnce, list.size - from);
    const people = Array.from({ length }, (_, index) => {
      const { username, since } = personAt(list, from + index);
      return JSON.stringify({ username, since: timeOf(since) });
    });
    await give(`${from > 0 ? "," : ""}\n${people.join(",\n")}`);
  }
  await give("\n],");
}

function factsOf(lists: KeptLists): string {
  const { accountCreatedAt, requests, postTimes, insights = [] } = lists;
  const facts = {
    accountCreatedAt: timeOf(accountCreatedAt),
    requests: requests.map(({ askedAt, range }) => ({
      askedAt: timeOf(askedAt),
      range: range && { from: limitOf(range.from), to: limitOf(range.to) },
    })),
    postTimes: postTimes.map(timeOf),
    insights: insights.map(({ postedAt, ...figures }) => ({
      postedAt: timeOf(postedAt),
      ...figures,
    })),
  };
  return Object.entries(facts)
    .map(([name, fact]) => `${JSON.stringify(name)}: ${JSON.stringify(fact)}`)
    .join(",\n");
}

const limitOf = (limit: RangeLimit | null) =>
  limit && { earliest: timeOf(limit.earliest), latest: timeOf(limit.latest) };

/** Epoch seconds → ISO 8601; null where the time is not known. */
function timeOf(seconds: number | null | undefined): string | null {
  if (!seconds) return null;
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
