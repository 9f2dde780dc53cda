import { HttpResponse, http, type RequestHandler } from "msw";
import { newsItems } from "../news.ts";
import type { World } from "../world.ts";
import { drawReport } from "./report.ts";
import { defineSystem, type SystemContext } from "./system.ts";

type Payload = Record<string, unknown>;

/** The cloud functions of docs/interfaces/functions.yaml. */
export function functionsSystem(
  context: SystemContext,
  baseUrl: string,
  imagesUrl: string,
): RequestHandler[] {
  const { world } = context;
  return defineSystem("functions", baseUrl, context, [
    http.post(`${baseUrl}/getNews`, () =>
      HttpResponse.json({
        news: newsItems.map(({ slug, title, text }) => ({
          slug,
          title,
          imagePath: `${imagesUrl}/news/${slug}.jpg`,
          text,
        })),
      }),
    ),
    http.post(`${baseUrl}/getPdfReport`, async ({ request }) => {
      const { email, uid, hostname } = (await request.json()) as Payload;
      if (!isText(email) || !isText(uid) || !isText(hostname)) {
        return HttpResponse.json(
          { error: "email, uid and hostname are required" },
          { status: 400 },
        );
      }
      const profile = await world.profile(uid);
      if (!profile) return HttpResponse.json({ error: "No profile yet" }, { status: 404 });
      const bytes = await drawReport(profile, { email, hostname });
      return new HttpResponse(bytes, {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Length": String(bytes.byteLength),
        },
      });
    }),
    http.post(`${baseUrl}/changePassword`, async ({ request }) =>
      HttpResponse.json(await changePassword(world, (await request.json()) as Payload)),
    ),
    http.post(`${baseUrl}/breachedaccount`, ({ request }) => {
      const account = new URL(request.url).searchParams.get("account")?.toLowerCase() ?? "";
      const breaches = world.breaches.get(account);
      return breaches
        ? HttpResponse.json(breaches)
        : HttpResponse.json({ error: "Not found" }, { status: 404 });
    }),
  ]);
}

/** Errors have status 200, the only one in docs/interfaces/functions.yaml. */
async function changePassword(world: World, { email, id, password, test }: Payload) {
  if (!isText(email) || !isText(id) || !isText(password) || typeof test !== "boolean") {
    return { error: "email, id, password and test are required" };
  }
  const subscription = world.subscriptionById(id);
  if (!subscription?.emails.includes(email.toLowerCase())) {
    return { error: "No subscription with that id and e-mail" };
  }
  if (password.length < 6) {
    return {
      error: {
        code: "auth/weak-password",
        message: "The password must be 6 characters long or more.",
      },
    };
  }
  const account = await world.directory.findByEmail(email);
  if (!account) {
    return {
      error: {
        code: "auth/user-not-found",
        message: "There is no user record corresponding to the provided identifier.",
      },
    };
  }
  await world.directory.setPassword(account.uid, password);
  return { user_id: account.uid };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
