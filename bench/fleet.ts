import { freePort } from "../sandbox/free-port.ts";
import {
  type Contender,
  processorTime,
  residentMemory,
  serverArguments,
  startContender,
  stopContender,
} from "./contenders.ts";

/** Processes of the built server that share what must be done, and what they have cost, the ended ones too. */
export class Fleet {
  readonly running: Contender[] = [];
  /** Processor time in microseconds, memory of the largest process in MiB. */
  readonly spent = { processor: 0, peak: 0 };
  readonly #before = new Map<Contender, number>();
  readonly #env: Record<string, string>;
  readonly #nodeArguments: readonly string[];

  /** @param nodeArguments before those of `npm start` */
  constructor(env: Record<string, string>, nodeArguments: readonly string[] = []) {
    this.#env = env;
    this.#nodeArguments = nodeArguments;
  }

  async start(name: string): Promise<Contender> {
    const variables = { ...this.#env, APP_ENV: "production", PORT: String(await freePort()) };
    const args = [...this.#nodeArguments, ...serverArguments];
    const one = await startContender(name, args, variables, "/readyz");
    this.running.push(one);
    this.#before.set(one, processorTime(one.process.pid ?? 0));
    process.once("exit", () => one.process.kill("SIGKILL"));
    return one;
  }

  /** Notes how much memory they take now. */
  measure(): void {
    for (const { process: child } of this.running)
      if (child.exitCode === null && child.signalCode === null)
        this.spent.peak = Math.max(this.spent.peak, residentMemory(child.pid ?? 0));
  }

  kill(one: Contender): void {
    this.#leave(one);
    one.process.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    const left = [...this.running];
    for (const one of left) this.#leave(one);
    await Promise.all(left.map(stopContender));
  }

  #leave(one: Contender): void {
    const used = processorTime(one.process.pid ?? 0) - (this.#before.get(one) ?? 0);
    this.spent.processor += used;
    this.running.splice(this.running.indexOf(one), 1);
  }
}
