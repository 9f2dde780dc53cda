import { parseArgs } from "node:util";
import { type Checked, checkInterface, settableNames } from "./interfaces/check.ts";
import { interfaceNames } from "./interfaces/interface.ts";

// Run by `npm run check-interface -- <system> <address>`. Exit codes: 0 all that was asked is right, 1 something is wrong, 2 usage error.
const usage = `usage: check-interface <system> <address> [--write] [--set name=value …]
       <system>  ${interfaceNames.toSorted().join(", ")}: docs/interfaces/<system>.yaml
       --write   also asks what changes something, such as an order; for a test system only
       --set     a parameter's value, such as secret=… for subscriptions, access_token=… for instagram, bearer=…, or body=…
An answer is held against the file. What is printed contains no values.`;

function readOrder() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        write: { type: "boolean", default: false },
        set: { type: "string", multiple: true, default: [] },
      },
    });
    const [name = "", address = "", ...more] = positionals;
    const pairs = values.set.map((pair) => pair.split(/=(.*)/s).slice(0, 2));
    const isRight =
      more.length === 0 &&
      interfaceNames.includes(name) &&
      /^https?:$/.test(URL.parse(address)?.protocol ?? "") &&
      pairs.every(([key, value]) => key && value !== undefined);
    const known = isRight ? settableNames(name) : [];
    const unknown = pairs.flatMap(([key = ""]) => (known.includes(key) ? [] : key));
    if (isRight && unknown.length > 0)
      process.stderr.write(`${name} has no ${unknown.join(", ")}; it has ${known.join(", ")}\n`);
    else if (isRight)
      return { name, address, writes: values.write, values: Object.fromEntries(pairs) };
  } catch {
    // Unknown option.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const words: Record<Checked["outcome"], string> = {
  right: "right    ",
  wrong: "WRONG    ",
  "left-out": "not asked",
};

const { name, address, ...options } = readOrder();
const checked = await checkInterface(name, address, options);
for (const { call, outcome, reasons } of checked)
  process.stdout.write(
    `${words[outcome]}  ${call}${reasons.map((reason) => `\n             ${reason}`).join("")}\n`,
  );
const count = (outcome: Checked["outcome"]) =>
  checked.filter((one) => one.outcome === outcome).length;
process.stdout.write(
  `${count("right")} right, ${count("wrong")} wrong, ${count("left-out")} not asked\n`,
);
process.exitCode = count("wrong") > 0 || count("right") === 0 ? 1 : 0;
