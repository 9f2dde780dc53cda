import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { demoPorts, freePorts, startSandbox } from "./serve.ts";

// Runs the sandbox without the app. `--write-env PATH` writes the app's environment for `node --env-file`,
// `--free-ports` takes any free port instead of the demo's.
const { values } = parseArgs({
  options: { "write-env": { type: "string" }, "free-ports": { type: "boolean", default: false } },
});

const sandbox = await startSandbox({ ports: values["free-ports"] ? freePorts : demoPorts });
if (values["write-env"]) {
  const lines = Object.entries(sandbox.env).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(values["write-env"], lines.join(""));
}
console.log(`Sandbox console: ${sandbox.url}`);

async function stop() {
  await sandbox.stop();
  process.exit(0);
}
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
process.once("disconnect", stop);
