import { Section, SectionDown } from "../section.tsx";
import type { lastSignIns } from "./last-sign-ins.server.ts";

/** When, which way and with which kind of browser somebody signed in. It does not claim to know which one this is. */
export function LastSignIns({ signIns }: { signIns: Awaited<ReturnType<typeof lastSignIns>> }) {
  return (
    <Section id="sign-ins" icon="devices" title="Last sign-ins">
      {!signIns && <SectionDown>We cannot reach the list right now.</SectionDown>}
      {signIns?.list.length === 0 && (
        <p className="mt-3 text-muted">
          No sign-in is recorded yet. From the next one on, they are listed here.
        </p>
      )}
      {signIns && signIns.list.length > 0 && (
        <>
          <p className="mt-2 text-muted">
            The newest first, at most 20. Times are {signIns.zone}. If one was not you, change your
            password and sign out everywhere.
          </p>
          <ol className="mt-2 divide-y divide-line">
            {signIns.list.map(({ at, time, way, browser, count }) => (
              <li key={`${at} ${way} ${browser}`} className="py-3">
                <p className="font-bold wrap-anywhere">{browser}</p>
                <p className="text-muted">
                  {way}, <time dateTime={at}>{time}</time>
                  {count > 1 && `, ${count} times`}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}
