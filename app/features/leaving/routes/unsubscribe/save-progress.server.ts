import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Awaits a write to the flow's answers. @returns whether it succeeded; an outage does not stop the flow */
export async function saveProgress(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
