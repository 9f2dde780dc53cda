import { vi } from "vitest";
import { startMailCatcher } from "#sandbox/systems/mail.ts";
import { sandbox } from "./outside.ts";

/** Catches mail in `sandbox.world.mails`. Must be imported before the app, which creates its transport on import. */
const catcher = await startMailCatcher(sandbox.world, sandbox.faults);
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${catcher.port}`);
