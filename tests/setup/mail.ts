import { vi } from "vitest";
import { startMailCatcher } from "#sandbox/systems/mail.ts";
import { sandbox } from "./outside.ts";

/** Catches mail in `sandbox.world.mails`. Import it before anything of the app: the transport is made on import. */
const catcher = await startMailCatcher(sandbox.world, sandbox.faults);
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${catcher.port}`);
