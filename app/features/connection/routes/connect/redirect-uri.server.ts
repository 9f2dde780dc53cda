import { ownAddress } from "~/platform/http/gate/own-address.server";
import { addresses } from "~/platform/values/addresses";

/** Where Instagram sends people back to. */
export const redirectUriFor = (request: Request): string =>
  ownAddress(request, addresses.instagramCallback).href;
