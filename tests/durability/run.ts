import { killAroundWishes } from "./kills.ts";

// 100 kills; `SEED=n` repeats a run, `KILLS=n` makes it shorter.
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const kills = Number(process.env.KILLS ?? 100);
console.log(`SEED=${seed}`);
const started = Date.now();
const { acknowledged, faults, repeatedLetters } = await killAroundWishes({
  kills,
  seed,
  patience: 180_000,
  log: (line) => console.log(line),
});
for (const fault of faults) console.log(`FAULT ${fault}`);
// A kill between the mail server's acceptance and the note of it: nobody can make these two one step.
const repeated = `${repeatedLetters} letters sent again under the same Message-ID`;
console.log(`${Math.round((Date.now() - started) / 1_000)} s, ${repeated}`);
const counts = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}s`);
console.log(`${kills} kills, acknowledged: ${counts.join(", ")}; ${faults.length} lost or doubled`);
process.exit(faults.length === 0 && counts.length === 7 ? 0 : 1);
