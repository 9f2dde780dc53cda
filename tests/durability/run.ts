import { killAroundCancellations } from "./kills.ts";

// 50 kills; `SEED=n` repeats a run, `KILLS=n` makes it shorter.
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const kills = Number(process.env.KILLS ?? 50);
console.log(`SEED=${seed}`);
const started = Date.now();
const { acknowledged, faults, repeatedLetters } = await killAroundCancellations({
  kills,
  seed,
  patience: 180_000,
  log: (line) => console.log(line),
});
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${Math.round((Date.now() - started) / 1_000)} s, ${repeatedLetters} letters repeated`);
console.log(
  `${kills} kills, ${acknowledged} acknowledged cancellations, ${faults.length} lost or doubled`,
);
process.exit(faults.length === 0 && acknowledged > 0 ? 0 : 1);
