import { afterAll, beforeAll, describe, test } from "vitest";
import { personByKey } from "../../sandbox/people.ts";
import { few } from "../setup/cases.ts";
import { installPrograms } from "../setup/debian.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { openTerminal, type Terminal } from "../setup/terminal.ts";

let stack: Stack;
beforeAll(async () => {
  installPrograms({ lynx: "lynx", w3m: "w3m", tmux: "tmux" });
  stack = await startStack();
});
afterAll(() => stack.stop());

interface TextBrowser {
  command: (address: string) => string[];
  /** From the top of the sign-in page to its sent form. */
  signIn: (terminal: Terminal, email: string, password: string) => void;
}

const browsers: Record<string, TextBrowser> = {
  lynx: {
    command: (address) => ["lynx", "-accept_all_cookies", "-nopause", address],
    // Past the logo and the field that is to stay empty; past 'Forgot password?' to the button.
    signIn: (terminal, email, password) =>
      terminal.type("Down", "Down", email, "Down", password, "Down", "Down", "Enter"),
  },
  w3m: {
    command: (address) => ["w3m", address],
    signIn(terminal, email, password) {
      terminal.type("/Email", "Enter", "Tab", "Enter", email, "Enter");
      terminal.type("Tab", "Enter", password, "Enter", "/Sign in", "Enter", "Enter");
    },
  },
};

/**
 * These send neither `Origin` nor `Sec-Fetch-Site`: a `Referer` at most, and lynx none from an address with a query,
 * as sign-in has it here.
 */
const readers = [
  ["lynx", "rich"],
  ["w3m", "small"],
] as const;
describe.concurrent.each(few(readers, 1))("%s", (name, key) => {
  test("signs in, reads, cancels and signs out", async ({ expect }) => {
    const { email, password, subscriptions } = personByKey(key);
    const main = subscriptions.find(({ mainPlan }) => mainPlan)?.id ?? "";
    const { command, signIn } = browsers[name] as TextBrowser;
    const terminal = openTerminal(...command(`${stack.origin}/dashboard/insights`));
    const follow = async (link: string, shown: RegExp) => {
      terminal.type(`/${link}`, "Enter", "Enter");
      await terminal.until(shown);
    };
    try {
      await terminal.until(/Forgot password\?/);
      signIn(terminal, email, password);
      await terminal.until(/Post Reels under 7 seconds/);
      await follow("My Plan", /Weekly Plan/);
      await follow("Cancel membership right away", /Keep my membership/);
      await follow("Cancel membership", /Your membership has been canceled/);
      expect(stack.sandbox.world.subscriptionById(main)?.status).toBe("canceled");
      await follow("Log out", /Are you sure\?/);
      await follow("Yes, log out", /Forgot password\?/);
    } finally {
      terminal.close();
    }
  });
});
