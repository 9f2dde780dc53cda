import { cancellations } from "~/services/outbox/cancellation.server";
import { erasures } from "~/services/outbox/erasure.server";
import { purchases } from "~/services/outbox/purchase.server";
import type { OutboxKind } from "~/services/outbox/runner.server";

export const outboxKinds: readonly OutboxKind[] = [cancellations, purchases, erasures];
