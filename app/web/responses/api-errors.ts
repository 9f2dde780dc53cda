import { somethingWentWrong } from "~/domain/identity-messages";

/** Whether a request goes to an address that programs ask: whatever that answers is JSON (contract 8). */
export function answersJson({ url = "" }: { url?: string | undefined }): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return /^\/(api\/|(event|healthz|readyz)\/?$)/i.test(path) && !path.endsWith(".data");
}

/** A refusal or failure that the router made itself, as an interface says it. */
export function interfaceAnswer(answer: Response): Response {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  if (answer.status < 400 || isJson) return answer;
  const error = answer.status === 404 ? "There is nothing at this address." : somethingWentWrong;
  return Response.json(
    { error },
    { status: answer.status, headers: { "cache-control": "no-store" } },
  );
}
