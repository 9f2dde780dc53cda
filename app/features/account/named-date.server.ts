import { z } from "zod";
import type { NamedDate } from "~/features/account/subscription";

/** What the subscription service has named, as it is kept. */
export const namedDate: z.ZodType<NamedDate> = z.object({ date: z.number(), at: z.number() });
