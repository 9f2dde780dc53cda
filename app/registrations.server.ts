import { onSignIn } from "~/features/account/last-use.server";
import { onPeoplePress } from "~/features/analysis/people-presses.server";
import { resumePausedReadings } from "~/features/connection/services/read-soon.server";
import { pressPeople } from "~/features/imports/services/press-people.server";
import { tellOfOthers, wasCanceledAfter } from "~/features/leaving/cancellation.server";
import { beginNotices } from "~/features/leaving/notices.server";
import { onOrderAwaited } from "~/features/purchases/services/outbox/purchase-order.server";
import { onOthersTold } from "~/features/ways-in/cancellation-mails.server";

// Where an earlier concern must reach a later one (app/street.ts), the later one is registered with it here.
export function registerConcerns(): void {
  onSignIn(resumePausedReadings);
  onSignIn(beginNotices);
  onPeoplePress(pressPeople);
  onOthersTold(tellOfOthers);
  onOrderAwaited(wasCanceledAfter);
}
