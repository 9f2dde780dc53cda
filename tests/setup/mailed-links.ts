import "#tests/setup/outside";
import type { MailedLink } from "~/features/ways-in/services/outbox/mailed-link.server";

/** Links that this file's app has kept and not sent. Others' have names of other digests. */
async function kept() {
  const { firestore } = await import("~/platform/store/firebase.server");
  const { mailedLinkId } = await import("~/features/ways-in/services/outbox/mailed-link.server");
  const { docs } = await (await firestore()).collection("mailedLinks").get();
  return docs.filter((document) => {
    const payload = document.data().payload as MailedLink | undefined;
    // Settled by another file, and not erased yet.
    if (!payload) return false;
    const asTyped = (["sign-in", "cancellation"] as const).map((link) => ({
      link,
      email: payload.email,
      subscriptionId: null,
    }));
    return [payload, ...asTyped].map(mailedLinkId).includes(document.id);
  });
}

export const linksLeft = async () =>
  (await kept()).map((document) => document.data().payload as MailedLink);

/** Sends the mailed links that are kept, as the outbox does when they are due. */
export async function sendLinksLeft(): Promise<void> {
  const { runEntry } = await import("~/platform/outbox/runner.server");
  const { mailedLinks } = await import("~/features/ways-in/services/outbox/mailed-link.server");
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
  for (const { id, ref } of await kept()) {
    await ref.update({ dueAt: 1, leaseUntil: 0 });
    await runEntry(mailedLinks, id);
  }
}
