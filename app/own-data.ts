import {
  accountByEmail,
  accountByUidNow,
  revokeSessions,
} from "~/features/account/identity.server";
import { isAllErased, requestErasure } from "~/features/own-data/services/erasure.server";
import { personalDataAsJson } from "~/features/own-data/services/personal-data.server";
import { runCommand } from "~/platform/store/firestore.server";
import { backgroundSettled } from "~/platform/work/background.server";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run own-data -- …`, for who asks by mail (docs/operations.md#who-asks-by-mail).
// Exit codes: 0 done, 1 an outside system failed, 2 usage error, 3 no such account.
const usage = `usage: own-data copy <address or uid>    print all that the app holds about somebody, as JSON
       own-data erase <address or uid>   erase it, as the press under My Plan does, and write to them`;

const { word, who } = readOrder(usage, () => {
  const [asked, name, ...more] = process.argv.slice(2);
  return name && more.length === 0 && (asked === "copy" || asked === "erase")
    ? { word: asked, who: name }
    : undefined;
});

const erased = "erased; the account itself stays at the identity provider";
const begun =
  "begun: a part is still needed, or could not be reached; the app, or erase-expired --commit, erases it later";

/** A pipe takes it when its reader does; this process ends when all is taken. */
const print = (text: string) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

await runCommand("own-data", async () => {
  const account = await (who.includes("@") ? accountByEmail(who) : accountByUidNow(who));
  if (!account) {
    process.stderr.write("own-data: the identity provider has no such account\n");
    return 3;
  }
  if (word === "copy") {
    for await (const piece of personalDataAsJson(account)) await print(piece);
    return 0;
  }
  // An open tab would write anew.
  await revokeSessions(account.uid);
  const { outcome } = await requestErasure(account);
  await backgroundSettled();
  const isErased =
    outcome === "erased" || (outcome === "received" && (await isAllErased(account.uid)));
  if (outcome === "failed" || outcome === "unknown") {
    const failed = "nothing was erased";
    const unknown = "it is not known whether the request was kept; asking twice does no harm";
    process.stderr.write(`own-data: ${outcome === "failed" ? failed : unknown}\n`);
    return 1;
  }
  await print(`${isErased ? erased : begun}\n`);
  return 0;
});
