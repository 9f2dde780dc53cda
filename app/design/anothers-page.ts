import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import type { MessageProps } from "./message.tsx";

/**
 * For who is on a page of one account while this browser is signed in to another (docs/product.md#session).
 * @param hasPressed whether they have pressed something there, which was refused
 */
export const anothersPage = (hasPressed: boolean): MessageProps => ({
  title: say`This page belongs to another account`,
  text:
    say`Since you opened this page, this browser has been signed in to another account.` +
    (hasPressed ? ` ${say`What you pressed was not done.`}` : ""),
  appears: true,
  links: [
    { label: say`Go on with the account that is signed in now`, href: addresses.dashboard },
    { label: say`Log out`, href: addresses.logOut },
  ],
});
