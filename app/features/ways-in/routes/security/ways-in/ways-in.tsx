import { NamedIcon } from "~/design/icons";
import { Section, SectionDown } from "../section.tsx";
import type { ownWays } from "./own-ways.server.ts";

type Ways = Awaited<ReturnType<typeof ownWays>>;

/** The ways into the account, and whether each is open. */
export function WaysIn({ ways }: { ways: Ways }) {
  return (
    <Section id="ways-in" icon="safety" title="Ways to sign in">
      {ways ? (
        <ul className="mt-3 divide-y divide-line">
          <Way title="Password" isOpen={ways.hasPassword}>
            {ways.hasPassword
              ? ways.setOn
                ? `Set on ${ways.setOn}. You can change it above.`
                : "You can change it above."
              : "You have none."}
          </Way>
          {ways.google && (
            <Way title="Google" isOpen={ways.google === "linked"}>
              {ways.google === "linked"
                ? "The Google account with your email address is linked."
                : "Not linked. To link it, sign in with the Google account that has your email address."}
            </Way>
          )}
          <Way title="Link by email" isOpen>
            Always available: ask for a link on the sign-in page.
          </Way>
        </ul>
      ) : (
        <SectionDown>We cannot reach the sign-in service right now.</SectionDown>
      )}
    </Section>
  );
}

function Way({ title, isOpen, children }: { title: string; isOpen: boolean; children: string }) {
  return (
    <li className="flex gap-3 py-3">
      <NamedIcon
        name={isOpen ? "check" : "close"}
        className={`mt-0.5 size-5 ${isOpen ? "text-green-ink" : "text-muted"}`}
      />
      <div className="min-w-0">
        <h3 className="font-bold">{title}</h3>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}
