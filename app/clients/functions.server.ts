import { createUpstream } from "~/clients/upstream.server";
import { env } from "~/env.server";

type CloudFunction = "getNews" | "getPdfReport" | "changePassword" | "breachedaccount";

/** The cloud functions of contract 4: they live at one host and fail together, so they share a breaker. */
export const functions = createUpstream("functions");

export const functionAddress = (name: CloudFunction) => `${env.FUNCTIONS_URL}/${name}`;
