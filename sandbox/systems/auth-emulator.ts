import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Account, AccountDirectory, World } from "../world.ts";

export interface AuthEmulator {
  url: string;
  seed(world: World): Promise<void>;
  directory: AccountDirectory;
  /** The code in the latest password-reset mail to an address. */
  latestResetCode(email: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

interface EmulatorAccount {
  localId: string;
  email?: string;
  disabled?: boolean;
}

/** Accounts that are added at the same time. */
const seededAtOnce = 200;

/** Google's Auth emulator (docs/interfaces/identity.yaml) in a worker thread, and its admin interface. */
export async function startAuthEmulator(projectId: string): Promise<AuthEmulator> {
  const worker = new Worker(new URL("./auth-emulator-worker.ts", import.meta.url), {
    workerData: { projectId },
    stderr: false,
  });
  const [port] = (await once(worker, "message")) as [number];
  const url = `http://127.0.0.1:${port}`;
  const accounts = `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const control = `${url}/emulator/v1/projects/${projectId}`;

  async function call<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
    const response = await fetch(address, {
      method,
      headers: { Authorization: "Bearer owner", "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`Auth emulator: ${response.status} ${await response.text()}`);
    }
    return (await response.json()) as Answer;
  }

  async function find(email: string): Promise<EmulatorAccount | undefined> {
    const found = await call<{ users?: EmulatorAccount[] }>("POST", `${accounts}:lookup`, {
      email: [email.toLowerCase()],
    });
    return found.users?.[0];
  }

  return {
    url,
    async seed(world) {
      await call("DELETE", `${control}/accounts`);
      const add = ({ uid: localId, email, password, disabled }: Account) =>
        call("POST", accounts, { localId, email, password, emailVerified: true, disabled });
      // Both ends of a connection are in this process, which may open so many files only.
      const all = [...world.accounts.values()];
      for (let from = 0; from < all.length; from += seededAtOnce)
        await Promise.all(all.slice(from, from + seededAtOnce).map(add));
    },
    directory: {
      async findByEmail(email) {
        const account = await find(email);
        return account && { uid: account.localId, disabled: account.disabled === true };
      },
      async setPassword(uid, password) {
        await call("POST", `${accounts}:update`, { localId: uid, password });
      },
    },
    async latestResetCode(email) {
      const { oobCodes } = await call<{
        oobCodes: { email: string; requestType: string; oobCode: string }[];
      }>("GET", `${control}/oobCodes`);
      return oobCodes.findLast(
        (code) => code.email === email.toLowerCase() && code.requestType === "PASSWORD_RESET",
      )?.oobCode;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
