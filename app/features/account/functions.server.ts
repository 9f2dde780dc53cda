import { env } from "~/env.server";
import { createUpstream } from "~/platform/upstream/upstream.server";

type CloudFunction = "getNews" | "getPdfReport" | "changePassword" | "breachedaccount";

/** The cloud functions of docs/interfaces/functions.yaml. All but the one below share a circuit breaker: they run on one host and fail together. One that rests takes seconds to start. */
export const functions = createUpstream("functions", { readDeadline: 4_000 });

/** `breachedaccount` asks a service of others and passes its failures on, which say nothing of the other functions. */
export const breachedAccount = createUpstream("functions", { readDeadline: 5_000 });

export const functionAddress = (name: CloudFunction) => `${env.FUNCTIONS_URL}/${name}`;
