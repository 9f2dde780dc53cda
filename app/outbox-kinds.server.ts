import { env } from "~/env.server";
import { countings } from "~/features/connection/services/outbox/counting.server";
import { disconnections } from "~/features/connection/services/outbox/disconnection.server";
import { readings } from "~/features/connection/services/outbox/reading.server";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { breachAlerts } from "~/features/letters/services/outbox/breach-alert.server";
import { importReminders } from "~/features/letters/services/outbox/import-reminder.server";
import { weeklyLetters } from "~/features/letters/services/outbox/weekly-letter.server";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { purchases } from "~/features/purchases/services/outbox/purchase-order.server";
import { accessLetters } from "~/features/ways-in/services/outbox/access-letter.server";
import { mailedLinks } from "~/features/ways-in/services/outbox/mailed-link.server";
import { provenAddresses } from "~/features/ways-in/services/outbox/proven-address.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";
import { promisedBy } from "~/platform/values/promises";

export const outboxKinds: readonly OutboxKind[] = [
  cancellations,
  declarationForms,
  openDeclarations,
  notices,
  purchases,
  erasures,
  accessLetters,
  mailedLinks,
  provenAddresses,
  breachAlerts,
  // Without the source nothing looks for connections.
  ...(env.ANALYSIS_SOURCES.has("instagram") ? [readings, countings, disconnections] : []),
  ...(env.ANALYSIS_SOURCES.has("export") ? [importReminders] : []),
  // With outside analyses alone, the weekly letter has nothing to say.
  ...(promisedBy(env.ANALYSIS_SOURCES) !== "outside" ? [weeklyLetters] : []),
];
