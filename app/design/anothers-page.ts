import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import type { MessageProps } from "./message.tsx";

/** For who has pressed something on a page of one account while this browser is signed in to another (docs/product.md#session). */
export const anothersPage = (): MessageProps => ({
  title: say`This page belongs to another account`,
  text: say`Since you opened it, this browser has been signed in to another account. What you pressed was not done.`,
  appears: true,
  links: [
    { label: say`Go on with the account that is signed in now`, href: addresses.dashboard },
    { label: say`Log out`, href: addresses.logOut },
  ],
});
