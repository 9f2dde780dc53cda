import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { connectAccount } from "#tests/setup/connections";
import { newMember } from "#tests/setup/member";
import { withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";

withSources("instagram");

test.each(["/dashboard/analytics", "/dashboard/analytics/fans"])(
  "%s leads who has no analysis to the connection, and who waits for it to its progress",
  async (path) => {
    const { uid, cookie } = await newMember();
    const html = async () => (await visit(path, { cookie })).text();
    const before = await html();
    expect(visibleText(before)).toContain("Start by connecting Instagram");
    expect(before).toMatch(/href="\/dashboard\/connect"[^>]*>Connect Instagram/);
    expect(before).not.toContain("/dashboard/import");
    await connectAccount("creator", uid);
    expect(visibleText(await html())).toContain("We are waiting for your first figures");
  },
);
