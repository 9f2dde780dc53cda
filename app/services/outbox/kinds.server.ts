import { promisedBy } from "~/domain/promises";
import { env } from "~/env.server";
import { accessLetters } from "~/services/outbox/access-letter.server";
import { breachAlerts } from "~/services/outbox/breach-alert.server";
import { cancellations } from "~/services/outbox/cancellation.server";
import { disconnections } from "~/services/outbox/disconnection.server";
import { erasures } from "~/services/outbox/erasure.server";
import { mailedLinks } from "~/services/outbox/mailed-link.server";
import { provenAddresses } from "~/services/outbox/proven-address.server";
import { purchases } from "~/services/outbox/purchase.server";
import { readings } from "~/services/outbox/reading.server";
import type { OutboxKind } from "~/services/outbox/runner.server";
import { weeklyLetters } from "~/services/outbox/weekly-letter.server";

export const outboxKinds: readonly OutboxKind[] = [
  cancellations,
  purchases,
  erasures,
  accessLetters,
  mailedLinks,
  provenAddresses,
  breachAlerts,
  // Without the source nothing looks for connections.
  ...(env.ANALYSIS_SOURCES.has("instagram") ? [readings, disconnections] : []),
  // Nothing else gives it something to say.
  ...(promisedBy(env.ANALYSIS_SOURCES) !== "outside" ? [weeklyLetters] : []),
];
