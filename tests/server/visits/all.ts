import { dashboard } from "./dashboard.ts";
import { leaving } from "./leaving.ts";
import { linksAndInterfaces } from "./links-and-interfaces.ts";
import { ownData } from "./own-data.ts";
import { plainPages } from "./plain-pages.ts";
import { planAndOffers } from "./plan-and-offers.ts";
import { signInAndRecovery } from "./sign-in-and-recovery.ts";
import type { Visit } from "./visit.ts";

/** Every page and press that somebody may come to, with what each owes to the outside systems. */
export const visits: Visit[] = [
  ...plainPages,
  ...signInAndRecovery,
  ...linksAndInterfaces,
  ...dashboard,
  ...leaving,
  ...planAndOffers,
  ...ownData,
];
