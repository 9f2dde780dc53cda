import { HttpResponse, http, type RequestHandler } from "msw";
import { home, mailPage } from "./console-pages.ts";
import { badRequest, type Fields, fieldsOf, respond } from "./console-requests.ts";
import { type Faults, parseFault, systemNames } from "./faults.ts";
import { wholeFile } from "./histories/export-zip.ts";
import { instagramConsole } from "./instagram/console.ts";
import type { SampleExport } from "./sample-exports.ts";
import type { World } from "./world.ts";

export interface ConsoleActions {
  appOrigin: string;
  /** Export files to try. */
  exports(): readonly SampleExport[];
  reset(): Promise<void>;
  mergeProfile(uid: string, fields: Record<string, unknown>): Promise<void>;
  finishAnalysis(uid: string): Promise<void>;
}

/** The sandbox's console for people, and the same data as JSON for browser tests. */
export function consoleHandlers(
  origin: string,
  world: World,
  faults: Faults,
  actions: ConsoleActions,
): RequestHandler[] {
  const json = (name: string, read: () => object) =>
    http.get(`${origin}/sandbox/${name}.json`, () => HttpResponse.json(read() as Fields[]));
  const mailById = (id: unknown) => world.mails.find((mail) => String(mail.id) === id);

  return [
    http.get(`${origin}/`, () => home(world, faults, actions)),
    json("people", () => world.people),
    json("mails", () => world.mails),
    json("calls", () => world.calls),
    json("events", () => world.events),
    json("effects", () => world.effects),
    json("envelopes", () => world.envelopes),
    json("trapped", () => world.trapped),
    json("faults", () => faults.list()),
    json("subscriptions", () => world.subscriptions),
    http.get(`${origin}/sandbox/exports/:slug`, ({ params }) => {
      const sample = actions.exports().find(({ slug }) => slug === params.slug);
      return sample ? download(sample) : new HttpResponse("No such export", { status: 404 });
    }),
    http.get(`${origin}/sandbox/mails/:id`, ({ params }) => mailPage(mailById(params.id))),
    http.get(`${origin}/sandbox/mails/:id/html`, ({ params }) => {
      const mail = mailById(params.id);
      return new HttpResponse(mail?.html ?? "No such mail", {
        status: mail ? 200 : 404,
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": "sandbox allow-top-navigation-by-user-activation allow-popups",
        },
      });
    }),
    http.get(`${origin}/sandbox/mails/:id/source`, ({ params }) =>
      HttpResponse.text(mailById(params.id)?.source ?? "No such mail"),
    ),
    http.post(`${origin}/sandbox/reset`, async ({ request }) => {
      await actions.reset();
      return respond(request, origin);
    }),
    http.post(`${origin}/sandbox/faults`, async ({ request }) => {
      const { system: systemName, fault: faultText, times } = await fieldsOf(request);
      const system = systemNames.find((name) => name === systemName);
      if (!system && systemName !== "all") return badRequest("Unknown system");
      if (!faultText || faultText === "none") {
        faults.clear(system);
        return respond(request, origin, "#faults");
      }
      const fault = parseFault(String(faultText));
      if (!fault || !system) return badRequest("Unknown fault");
      faults.set(system, fault, times ? Number(times) : undefined);
      return respond(request, origin, "#faults");
    }),
    http.post(`${origin}/sandbox/subscriptions`, async ({ request }) => {
      const { id, status, startedAt } = await fieldsOf(request);
      const subscription = world.subscriptionById(String(id));
      if (!subscription) return badRequest("No such subscription");
      if (status === "active" || status === "canceled" || status === "expired") {
        subscription.status = status;
      } else if (status) {
        return badRequest("Unknown status");
      }
      if (startedAt) subscription.startedAt = new Date(String(startedAt));
      return respond(request, origin, "#people");
    }),
    http.post<{ uid: string }>(`${origin}/sandbox/profiles/:uid`, async ({ request, params }) => {
      await actions.mergeProfile(params.uid, await fieldsOf(request));
      return respond(request, origin, "#people");
    }),
    http.post<{ uid: string }>(
      `${origin}/sandbox/profiles/:uid/finish`,
      async ({ request, params }) => {
        await actions.finishAnalysis(params.uid);
        return respond(request, origin, "#people");
      },
    ),
    ...instagramConsole(origin, world.instagram, actions.appOrigin),
  ];
}

async function download(sample: SampleExport): Promise<Response> {
  const file = sample.file();
  return new Response(await wholeFile(file), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${file.name}"`,
    },
  });
}
