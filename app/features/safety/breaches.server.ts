import { z } from "zod";
import { breachedAccount, functionAddress } from "~/features/account/functions.server";
import type { Breach } from "~/features/safety/breach";
import { readText, send, statusFailure, UpstreamError } from "~/platform/upstream/upstream.server";
import { parseJson } from "~/platform/values/json";

const maxBytes = 1_048_576;

const answer = z.array(
  z
    .object({
      Name: z.string().min(1),
      Domain: z.string().nullish(),
      BreachDate: z.string().nullish(),
      DataClasses: z.array(z.string()).nullish(),
    })
    .transform(
      (raw): Breach => ({
        name: raw.Name,
        domain: raw.Domain ?? "",
        date: raw.BreachDate ?? "",
        dataClasses: raw.DataClasses ?? [],
      }),
    ),
);

/** The service's rate limit is reached. Not an outage. */
export class TooManyRequests extends Error {
  override name = "TooManyRequests";
  readonly status = 429;

  constructor() {
    super("Too many requests — the rate limit has been exceeded");
  }
}

/** The known breaches of an e-mail address. Status 404: there are none (docs/interfaces/functions.yaml). */
export function breachesOf(email: string): Promise<{ status: number; breaches: Breach[] }> {
  const { system } = breachedAccount;
  return breachedAccount.call("read", async (signal) => {
    const response = await send(
      system,
      `${functionAddress("breachedaccount")}?${new URLSearchParams({ account: email })}`,
      { method: "POST", headers: { "content-type": "application/json" }, signal },
    );
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      if (status === 404) return { status, breaches: [] };
      if (status === 429) throw new TooManyRequests();
      throw statusFailure(system, status);
    }
    const json = parseJson(await readText(system, response, maxBytes));
    if (!json.ok) throw new UpstreamError(system, "garbled", status);
    const read = answer.safeParse(json.value);
    if (!read.success) throw new UpstreamError(system, "malformed", status);
    return { status, breaches: read.data };
  });
}
