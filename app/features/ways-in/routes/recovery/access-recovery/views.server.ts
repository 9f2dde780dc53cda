import {
  type Invitation,
  isTied,
  type Link,
  readInvitation,
} from "~/features/ways-in/services/invitation.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import type { Unreadable } from "~/platform/tokens/tokens.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { messageFor } from "~/platform/values/identity-messages";
import { maskedAddress } from "~/platform/values/mail-address";

/** What `/access-recovery` shows. */
export type View =
  | { kind: "recovery" }
  /** The account exists; the subscription service does not show its subscription yet. */
  | { kind: "ready" }
  /** `isMasked`: whoever has the link may not be the owner of the email. */
  | { kind: "create"; email: string; isMasked: boolean }
  /** `tied`: the subscription already belongs to the account. */
  | { kind: "activated"; tied: boolean }
  | { kind: "no-subscription" }
  | { kind: "refused-link"; reason: Unreadable }
  | { kind: "limited"; message: string }
  /** `here` is the page's own address, for 'Try again'. */
  | { kind: "unavailable"; here: string };

export interface ShownView {
  view: View;
  status: number;
  headers?: HeadersInit;
}

const shownEmail = ({ email, mailed }: Extract<Invitation, { kind: "open" }>) =>
  mailed ? { email, isMasked: false } : { email: maskedAddress(email), isMasked: true };

/** The view for a link. Reveals the email only to whoever was mailed the link. */
export async function viewOfLink(link: Link, here: string): Promise<ShownView> {
  if (!link.id) return { view: { kind: "no-subscription" }, status: 404 };
  return orElse(
    async () => {
      const invitation = await readInvitation(link);
      switch (invitation.kind) {
        case "open":
          return { view: { kind: "create", ...shownEmail(invitation) }, status: 200 };
        case "activated":
          return { view: { kind: "activated", tied: await isTied(invitation) }, status: 409 };
        case "no-subscription":
          return { view: { kind: "no-subscription" }, status: 404 };
        case "refused-link": {
          const { reason } = invitation;
          return {
            view: { kind: "refused-link", reason },
            status: reason === "expired" ? 410 : 403,
          };
        }
        case "limited": {
          const { words, headers } = tryAgain(invitation.wait);
          const message = `${messageFor("auth/too-many-requests")} ${words}`;
          return { view: { kind: "limited", message }, status: 429, headers };
        }
      }
    },
    () => ({ view: { kind: "unavailable", here }, status: 503 }),
  );
}
