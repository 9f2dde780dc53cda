import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { env, post, read, request, url } from "#tests/setup/served-sandbox";

const callback = () => `${env.APP_ORIGIN}/connect/instagram`;
const press = (fields: object) => post("/sandbox/instagram", fields);

async function connect(account: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: env.INSTAGRAM_APP_ID ?? "",
    redirect_uri: callback(),
    response_type: "code",
    scope: "instagram_business_basic",
    state: "s",
  });
  const chosen = await request(`${env.INSTAGRAM_LOGIN_URL}/oauth/authorize?${query}`, {
    method: "POST",
    body: new URLSearchParams({ account }),
    redirect: "manual",
  });
  const code = new URL(chosen.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const exchanged = await request(`${env.INSTAGRAM_TOKEN_URL}/oauth/access_token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: env.INSTAGRAM_APP_ID ?? "",
      client_secret: env.INSTAGRAM_APP_SECRET ?? "",
      grant_type: "authorization_code",
      redirect_uri: callback(),
      code,
    }),
  });
  const { data } = (await exchanged.json()) as { data: [{ access_token: string }] };
  return data[0].access_token;
}

const me = async (token: string) =>
  (await (
    await request(
      `${env.INSTAGRAM_GRAPH_URL}/v26.0/me?fields=username,followers_count&access_token=${token}`,
    )
  ).json()) as { username?: string; followers_count?: number; error?: object };

test("Instagram's hosts answer over HTTP, and the console has their figures and switches", async () => {
  const token = await connect("creator");
  const creator = (await read("instagram")).find(({ key }) => key === "creator");
  expect(await me(token)).toMatchObject({
    username: creator?.username,
    followers_count: creator?.followers,
  });
  const [figures] = [
    await (await request(`${url}/sandbox/instagram/creator.json?latest=3`)).json(),
  ];
  expect(figures).toMatchObject({ key: "creator", latest: [{}, {}, {}] });

  expect((await press({ press: "rename", account: "creator", username: "maja.new" })).status).toBe(
    200,
  );
  expect(await me(token)).toMatchObject({ username: "maja.new" });
  await press({ press: "fail", call: "me", code: 190, subcode: 460, times: 1 });
  expect(await me(token)).toMatchObject({ error: { code: 190, error_subcode: 460 } });
  await press({ press: "advance", days: 1 });
  // The token of the exchange lives an hour.
  expect(await me(token)).toMatchObject({ error: { code: 190, error_subcode: 463 } });
  for (const unknown of [{ press: "dance" }, { press: "fail", call: "dance", code: 1 }])
    expect((await press(unknown)).status).toBe(400);
});

test("the console signs Meta's calls, and shows no token", async () => {
  const token = await connect("creator");
  await me(token);
  const response = await post("/sandbox/instagram/signed-request", { account: "creator" });
  const { signed_request } = (await response.json()) as { signed_request: string };
  const [signature, payload = ""] = signed_request.split(".");
  const expected = createHmac("sha256", env.INSTAGRAM_APP_SECRET ?? "").update(payload);
  expect(signature).toBe(expected.digest("base64url"));

  const page = await (await request(`${url}/`)).text();
  expect(page).toContain("Ask for deletion");
  expect(page).not.toContain(token);
});
