import { personByKey } from "../sandbox/people.ts";

export async function signIn(origin: string): Promise<string> {
  const { email, password } = personByKey("rich");
  const answer = await fetch(`${origin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email, password }),
  });
  const session = answer.headers.getSetCookie()[0]?.split(";", 1)[0];
  if (answer.status !== 302 || !session) throw new Error(`sign-in answered ${answer.status}`);
  return session;
}
