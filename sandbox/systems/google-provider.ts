import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { exportJWK, generateKeyPair } from "jose";
import { type Configuration, Provider } from "oidc-provider";
import { html, page } from "../html.ts";
import { type GooglePerson, googleClient, googlePeople } from "./google-people.ts";

/** The provider, with a page on which one chooses who to be. */
export async function googleProvider(issuer: string, appOrigin: string): Promise<Server> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "sandbox" };
  const provider = new Provider(issuer, configuration(appOrigin, key));
  provider.proxy = true;
  const answer = provider.callback();
  return createServer((request, response) => {
    if (request.url?.startsWith("/choose/"))
      choose(provider, request, response).catch(() => response.destroy());
    else void answer(request, response);
  });
}

const configuration = (appOrigin: string, key: object): Configuration => ({
  clients: [
    {
      client_id: googleClient.id,
      client_secret: googleClient.secret,
      redirect_uris: [`${appOrigin}/sign-in/google/callback`],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: [randomBytes(16).toString("hex")] },
  pkce: { required: () => true },
  ttl: { Interaction: 3_600, Grant: 3_600, Session: 3_600, AccessToken: 3_600, IdToken: 3_600 },
  // Google's ID token has the address in it.
  conformIdTokenClaims: false,
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/choose/${uid}` },
  findAccount(_, accountId) {
    const person = googlePeople.find(({ key: name }) => name === accountId);
    if (!person) return undefined;
    const { email, isVerified } = person;
    const claims = { sub: `google-${email}`, email, email_verified: isVerified };
    return { accountId, claims: () => claims };
  },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid email");
    await grant.save();
    return grant;
  },
});

async function choose(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const chosen = request.method === "POST" ? await chosenPerson(request) : undefined;
  if (request.method !== "POST") {
    const answer = choicePage();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
    return;
  }
  if (chosen?.isSlow) await wait(5_000);
  const result =
    !chosen || chosen.refuses
      ? { error: "access_denied", error_description: "The person said no." }
      : { login: { accountId: chosen.key, remember: false } };
  await provider.interactionFinished(request, response, result);
}

async function chosenPerson(request: IncomingMessage): Promise<GooglePerson | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  return googlePeople.find(({ key }) => key === form.get("person"));
}

const choicePage = () =>
  page(
    "Choose an account",
    html`<h1>Choose an account</h1>
      <p>In production this is Google's own page. Choose who you are here.</p>
      <form method="post">
        <div class="scroll people"><table><tbody>${googlePeople.map(
          ({
            key,
            email,
            about,
          }) => html`<tr><td><button name="person" value="${key}">${email}</button></td>
            <td>${about}</td></tr>`,
        )}</tbody></table></div>
        <p><button name="person" value="">Cancel</button></p>
      </form>`,
  );
