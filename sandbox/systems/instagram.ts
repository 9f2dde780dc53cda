import type { RequestHandler } from "msw";
import { graphHandlers } from "./instagram-graph.ts";
import { loginHandlers } from "./instagram-login.ts";
import { exchangeHandlers, tokenHandlers } from "./instagram-tokens.ts";
import { defineSystem, type SystemContext } from "./system.ts";

interface Hosts {
  login: string;
  token: string;
  graph: string;
}

/** Instagram's three hosts (docs/instagram.md#official-interface). What they answer stands in `world.instagram`. */
export function instagramSystem(
  context: SystemContext,
  { login, token, graph }: Hosts,
  imagesUrl: string,
): RequestHandler[] {
  const { instagram } = context.world;
  return [
    ...defineSystem("instagram", login, context, loginHandlers(instagram, login)),
    ...defineSystem("instagram", token, context, exchangeHandlers(instagram, token)),
    ...defineSystem("instagram", graph, context, [
      ...tokenHandlers(instagram, graph),
      ...graphHandlers(instagram, graph, imagesUrl),
    ]),
  ];
}
