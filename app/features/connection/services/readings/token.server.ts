import { Withdrawn } from "~/features/connection/services/readings/asker.server";
import type { ReadingRun } from "~/features/connection/services/readings/session.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import { refreshToken } from "~/features/connection/store/instagram.server";
import type { ConnectionPayload } from "~/features/history/connection";
import { refreshState } from "~/features/history/schedule";
import type { AccessToken } from "~/platform/tokens/access-token";
import { openToken, sealToken } from "~/platform/tokens/token-vault.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { shareOf } from "~/platform/values/share-of";

/**
 * The token of a connection, refreshed where it is time, and encrypted with the newest key.
 * @throws Withdrawn if it is worth nothing any more
 */
export async function usableToken({
  entry: { key, payload },
  saveProgress,
}: ReadingRun): Promise<{ token: AccessToken; payload: ConnectionPayload }> {
  const { uid, token: sealed, tokenObtainedAt, tokenExpiresAt } = payload;
  const opened = sealed === null ? undefined : await openToken(sealed, uid);
  if (!opened) throw new Withdrawn();
  const times = { obtainedAt: tokenObtainedAt, expiresAt: tokenExpiresAt };
  const state = refreshState(times, shareOf(key), Date.now());
  if (state === "lost") throw new Withdrawn();
  const refreshed = state === "due" ? await refreshedFrom(opened.token) : undefined;
  if (!refreshed && !opened.isOldKey) return { token: opened.token, payload };
  const token = refreshed?.token ?? opened.token;
  const next = { ...payload, ...refreshed?.times, token: await sealToken(token, uid) };
  await saveProgress({ payload: next });
  return { token, payload: next };
}

/** Undefined if Instagram does not give one now: the old one is good for some days more, and the next reading asks again. */
async function refreshedFrom(old: AccessToken) {
  try {
    const { token, lifetime } = await refreshToken(old);
    const now = Date.now();
    return { token, times: { tokenObtainedAt: now, tokenExpiresAt: now + lifetime } };
  } catch (error) {
    if (error instanceof InstagramRefused) {
      if (error.verdict.kind === "needs-person") throw new Withdrawn();
      return undefined;
    }
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
