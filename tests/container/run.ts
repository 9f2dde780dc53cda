import assert from "node:assert/strict";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bringFiguresOf, signIn } from "../../sandbox/demo-imports.ts";
import { personByKey } from "../../sandbox/people.ts";
import { startSandbox } from "../../sandbox/serve.ts";
import { check, counts, until } from "../cluster/check.ts";
import { installPrograms } from "../setup/debian.ts";
import { readPdf } from "../setup/read-pdf.ts";
import { ensureBaseImage, run } from "./base-image.ts";
import { buildImage, startContainer } from "./container.ts";

// Builds the image of the Dockerfile and runs it as a careful operator would: read-only, as its own user, without any
// capability. Needs root, and Debian's packages.
const modulesAtMost = 180;
installPrograms({ buildah: "buildah", debootstrap: "debootstrap", bwrap: "bubblewrap" });
ensureBaseImage();
const began = Date.now();
const image = buildImage("profile-analyzer");
console.log(`The image, built in ${Math.round((Date.now() - began) / 1_000)} s`);

const sandbox = await startSandbox({
  env: { ANALYSIS_SOURCES: "outside,export,instagram", REPORT_SOURCE: "built-in" },
});
const sinceBuild = run("date", "+%s.%N");
const started = performance.now();
const container = await startContainer(image, sandbox.env);
try {
  await check("is ready within 2 s", async () => {
    await until(isReady, 20_000, 20);
    const milliseconds = Math.round(performance.now() - started);
    console.log(`    ready after ${milliseconds} ms`);
    assert.ok(milliseconds <= 2_000);
  });
  await check(
    "runs as user 1000, as process 1, with no capability and no way to get one",
    async () => {
      const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
      const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1];
      assert.match(field("Name") ?? "", /node|MainThread/);
      assert.equal(field("Uid"), "1000\t1000\t1000\t1000");
      assert.equal(field("Gid"), "1000\t1000\t1000\t1000");
      assert.equal(field("NSpid")?.split("\t").at(-1), "1");
      for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"])
        assert.equal(BigInt(`0x${field(set)}`), 0n, set);
      assert.equal(field("NoNewPrivs"), "1");
    },
  );
  await check("has nothing that it could write to", async () => {
    const mounts = readFileSync(`/proc/${container.pid}/mountinfo`, "utf8").trim().split("\n");
    const writable = mounts
      .map((line) => line.split(" "))
      .filter(([, , , , , options = ""]) => options.split(",").includes("rw"))
      .map(([, , , , point = ""]) => point)
      .filter((point) => point !== "/proc" && !point.startsWith("/dev/"));
    assert.deepEqual(writable, []);
  });
  await check("signs in, and imports an export", () =>
    bringFiguresOf(personByKey("monthly"), sandbox.appOrigin),
  );
  await check("connects an account, and reads it", () =>
    bringFiguresOf(personByKey("connected"), sandbox.appOrigin),
  );
  await check("sets the report", async () => {
    const cookie = await signIn(personByKey("monthly"), sandbox.appOrigin);
    const answer = await fetch(`${sandbox.appOrigin}/dashboard/report`, { headers: { cookie } });
    assert.equal(answer.status, 200);
    const { pages, fonts } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    assert.match(pages.join(" "), /Gained and lost per week/);
    assert.ok(fonts.has("NunitoSans-Regular"));
  });
  await check("serves pages, resized pictures, files and paid PDFs", async () => {
    const cookie = await signIn(personByKey("rich"), sandbox.appOrigin);
    const page = await get("/dashboard/analytics", cookie);
    const picture = /\/picture\/[\w.-]+/.exec(await page.text())?.[0];
    const landing = await (await get("/")).text();
    const style = /\/assets\/[\w.-]+\.css/.exec(landing)?.[0];
    for (const address of [picture, style]) {
      assert.ok(address);
      assert.equal((await get(address, cookie)).status, 200, address);
    }
    const owner = await signIn(personByKey("extras"), sandbox.appOrigin);
    assert.equal((await get("/pdf/Lesson_n1.pdf", owner)).status, 200);
  });
  await check("stops on SIGTERM within 9 s, with 0", async () => {
    const exit = once(container.child, "exit");
    const told = performance.now();
    process.kill(container.pid, "SIGTERM");
    const [code] = await exit;
    console.log(`    stopped after ${Math.round(performance.now() - told)} ms`);
    assert.equal(code, 0);
    assert.ok(performance.now() - told < 9_000);
  });
  await check("wrote no file, and never tried to", async () => {
    const written = run("find", image.root, "-xdev", "-newermt", `@${sinceBuild}`);
    assert.equal(written, "");
    assert.doesNotMatch(container.output(), /EROFS|EACCES|"level":"error"/);
  });
  await check(
    `its modules are at most ${modulesAtMost} MB, and nothing of the development is there`,
    async () => {
      const megabytes = (folder: string) =>
        Number(run("du", "-s", "-B", "1000000", folder).split("\t")[0]);
      const modules = megabytes(join(image.root, "app/node_modules"));
      console.log(
        `    node_modules ${modules} MB, the app ${megabytes(join(image.root, "app/build"))} MB`,
      );
      assert.ok(modules <= modulesAtMost);
      for (const name of ["typescript", "vite", "vitest", "@sentry/cli"])
        assert.equal(
          run(
            "find",
            join(image.root, "app/node_modules"),
            "-path",
            `*/node_modules/${name}/*`,
            "-type",
            "f",
          ),
          "",
        );
      const modulesFolder = join(image.root, "app/node_modules");
      for (const manifest of globSync("{*,@*/*}/package.json", { cwd: modulesFolder })) {
        const names = readdirSync(join(modulesFolder, dirname(manifest)));
        assert.ok(
          names.some((name) => /^(licen|copying|notice|readme)/i.test(name)),
          manifest,
        );
      }
    },
  );
} finally {
  if (container.child.exitCode === null) {
    process.kill(container.pid, "SIGKILL");
    await once(container.child, "exit");
  }
  await sandbox.stop();
  image.remove();
}
const { passed, failed } = counts();
if (failed > 0) console.log(container.output().split("\n").slice(-20).join("\n"));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${sandbox.appOrigin}/readyz`).catch(() => undefined);
  return answer?.ok === true;
}

function get(path: string, cookie = ""): Promise<Response> {
  return fetch(new URL(path, sandbox.appOrigin), { headers: { cookie, accept: "*/*" } });
}
