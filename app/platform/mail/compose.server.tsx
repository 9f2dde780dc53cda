import { render, toPlainText } from "@react-email/render";
import type { CSSProperties, ReactNode } from "react";
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "react-email";
import { env } from "~/env.server";
import { inOwnLanguage } from "~/platform/languages/dress.server";
import { currentLanguage, speakingIn } from "~/platform/languages/languages.server";
import type { Mail } from "~/platform/mail/mail.server";
import { addresses } from "~/platform/values/addresses";
import { directionOf } from "~/platform/values/languages";

/** A part of a letter. Names and texts may come from outside: React escapes them. */
export interface Part {
  title?: string;
  paragraphs?: readonly string[];
  /** A large figure with a line below. */
  figure?: { value: string; text: string };
  items?: readonly string[];
  /** What to do, one after the other. */
  steps?: readonly Target[];
  link?: Target;
}

interface Target {
  label: string;
  address: string;
}

export interface Letter {
  to: string;
  subject: string;
  /** What mail programs show beside the subject; left out: the first paragraph. */
  preview?: string;
  /** Left out: the subject. */
  heading?: string;
  paragraphs?: readonly string[];
  parts?: readonly Part[];
  action: Target;
  /** Part of the Message-ID: a letter that is sent twice is shown once. */
  id: string;
  /** Why it is sent. */
  reason?: string;
  /** Of a letter that the subscriber has chosen: the link that turns its kind off. */
  stop?: string;
  /** The link that mail programs show a button of their own for (RFC 8058, docs/product.md#letters). */
  oneClick?: string;
}

export type LetterTo = Pick<Letter, "to" | "id">;

/** For the operator, in English whoever has caused it. */
export const composeForOperator = (letter: () => Letter): Promise<Mail> =>
  speakingIn("en", () => composeLetter(letter()));

/** Renders a letter as HTML, and the text from that, in the language of the moment (`writtenTo`). */
export async function composeLetter(letter: Letter): Promise<Mail> {
  const { to, subject, id, stop, oneClick = stop } = letter;
  const html = await render(<Layout {...letter} />);
  return {
    to,
    subject,
    text: toPlainText(html, textOptions),
    html,
    headers: {
      "Message-ID": `<${id}@${new URL(env.APP_ORIGIN).hostname}>`,
      ...(oneClick && {
        "List-Unsubscribe": `<${oneClick}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

const name = "Profile Analyzer";

function Layout({
  subject,
  heading = subject,
  paragraphs = [],
  parts = [],
  action,
  ...rest
}: Letter) {
  const { preview = paragraphs[0] ?? heading, reason, stop } = rest;
  const language = currentLanguage();
  // Some mail programs drop the element that says it for all.
  const direction = language === "ar" ? { dir: directionOf(language) } : {};
  return (
    <Html lang={language} {...direction}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyle}</style>
      </Head>
      <Body lang={language} {...direction} className="page" style={{ margin: 0, padding: 0 }}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Section className="page" style={{ padding: "32px 16px", background: "#eef3ff" }}>
          <Container {...direction} style={{ maxWidth: 480 }}>
            <Section className="card" style={card}>
              <Text data-skip-in-text className="brand" style={wordmark}>
                {name}
              </Text>
              <Heading className="ink" style={{ ...ink, margin: "0 0 12px", fontSize: 24 }}>
                {heading}
              </Heading>
              {paragraphs.map((text) => (
                <Section key={text} style={{ padding: "0 0 8px" }}>
                  <Line>{text}</Line>
                </Section>
              ))}
              {parts.map((part) => (
                <PartView key={JSON.stringify(part)} {...part} />
              ))}
              <Section style={{ padding: "22px 0 0" }}>
                <Button className="below" href={ownAddress(action.address)} style={button}>
                  {action.label}
                </Button>
              </Section>
            </Section>
            <Section style={{ padding: "20px 28px" }}>
              {reason && (
                <Ending>
                  {reason}
                  {stop && (
                    <>
                      <br />
                      <Anchor address={stop} label="Turn this letter off with one press" below />
                      <br />
                      <Anchor
                        address={env.APP_ORIGIN + addresses.notifications}
                        label="All letters"
                      />
                    </>
                  )}
                </Ending>
              )}
              <Ending>
                {"Questions? Write to "}
                <Anchor address={`mailto:${env.SUPPORT_EMAIL}`} label={env.SUPPORT_EMAIL} />.
              </Ending>
              <Ending>{name}</Ending>
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

function PartView({ title, figure, paragraphs = [], items = [], steps = [], link }: Part) {
  return (
    <Section>
      <Hr data-skip-in-text className="line" style={{ margin: "14px 0 18px", ...border }} />
      {title && (
        <Heading as="h2" className="ink" style={{ ...ink, margin: "0 0 8px", fontSize: 17 }}>
          {title}
        </Heading>
      )}
      {figure && (
        <Line>
          <strong style={{ display: "block", fontSize: 36, lineHeight: 1.2 }}>
            {figure.value}
          </strong>{" "}
          <span className="soft" style={{ ...soft, fontSize: 15 }}>
            {figure.text}
          </span>
        </Line>
      )}
      {paragraphs.map((text) => (
        <Line key={text}>{text}</Line>
      ))}
      {items.length > 0 && (
        <ul className="ink" style={listNow()}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {steps.length > 0 && (
        <ol className="ink" style={listNow()}>
          {steps.map((step) => (
            <li key={step.label}>
              <Anchor {...step} />
            </li>
          ))}
        </ol>
      )}
      {link && (
        <Line>
          <Anchor {...link} />
        </Line>
      )}
    </Section>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Text className="ink" style={line}>
    {children}
  </Text>
);

const Ending = ({ children }: { children: ReactNode }) => (
  <Section style={{ padding: "0 0 8px" }}>
    <Text className="soft" style={{ ...soft, margin: 0, fontSize: 13, lineHeight: 1.6 }}>
      {children}
    </Text>
  </Section>
);

/** A public page of this app is linked in the letter's language. */
function ownAddress(address: string): string {
  const { APP_ORIGIN } = env;
  if (currentLanguage() === "en" || !address.startsWith(APP_ORIGIN)) return address;
  return APP_ORIGIN + inOwnLanguage(address.slice(APP_ORIGIN.length) || "/");
}

/** @param below whether the text has the address on a line of its own */
const Anchor = ({ address, label, below }: Target & { below?: boolean }) => (
  <Link className={below ? "brand below" : "brand"} style={anchor} href={ownAddress(address)}>
    {label}
  </Link>
);

// Some mail programs drop this style: without it the letter is light. React escapes it, so it has no quotes and no `>`.
const darkStyle = `:root{color-scheme:light dark}.page{background:#eef3ff}
@media (prefers-color-scheme:dark){.page{background:#0a1020!important}.card{background:#141c31!important}.ink{color:#e8eeff!important}.soft{color:#a9b6d6!important}.line{border-color:#2a3555!important}.brand{color:#8fb4ff!important}}`;

// Outlook inherits no fonts into tables: every text has its own.
const fontFamily = "'Avenir Next',Avenir,'Segoe UI',Arial,sans-serif";
const ink: CSSProperties = { fontFamily, color: "#0b1b3f", lineHeight: 1.25 };
const soft: CSSProperties = { fontFamily, color: "#51607f" };
const anchor: CSSProperties = { color: "#1f5ce0", textDecorationLine: "underline" };
const border: CSSProperties = { borderTop: "1px solid #dfe7fb" };
const card: CSSProperties = { padding: "32px 28px", background: "#ffffff", borderRadius: 20 };
// Names and addresses may be longer than a line.
const running: CSSProperties = { ...ink, fontSize: 16, wordBreak: "break-word" };
const line: CSSProperties = { ...running, margin: "0 0 6px", lineHeight: 1.5 };
const list: CSSProperties = { ...line, margin: "4px 0 8px", paddingLeft: 20 };
/** Mail programs do not know logical properties. */
const listNow = (): CSSProperties =>
  directionOf(currentLanguage()) === "rtl" ? { ...list, paddingLeft: 0, paddingRight: 20 } : list;
const wordmark: CSSProperties = {
  fontFamily,
  color: "#1f5ce0",
  margin: "0 0 20px",
  fontSize: 16,
  fontWeight: 700,
};
const button: CSSProperties = {
  fontFamily,
  fontSize: 16,
  padding: "14px 26px",
  borderRadius: 999,
  background: "#256bfd",
  color: "#ffffff",
  fontWeight: 700,
};

/** What is used of html-to-text, which has no types. */
interface Tag {
  name: string;
  attribs: Record<string, string>;
  children: Tag[];
}
interface TextBuilder {
  addInline(text: string): void;
  addLineBreak(): void;
  openList(options: { leadingLineBreaks: number; maxPrefixLength: number }): void;
  openListItem(options: { prefix: string }): void;
  closeListItem(): void;
  closeList(options: { trailingLineBreaks: number }): void;
}
type Walk = (children: Tag[], builder: TextBuilder) => void;

/** A table is a block with empty lines around it; in it, each title, paragraph and entry has a line. */
const textOptions = {
  formatters: {
    /** `label: address`; of a mail address the label says all. */
    address(
      { attribs, children }: Tag,
      walk: Walk,
      builder: TextBuilder,
      { below }: { below?: boolean },
    ) {
      walk(children, builder);
      if (attribs.href?.startsWith("mailto:")) return;
      builder.addInline(below ? ":" : ": ");
      if (below) builder.addLineBreak();
      builder.addInline(attribs.href ?? "");
    },
    entries({ name, children }: Tag, walk: Walk, builder: TextBuilder) {
      builder.openList({ leadingLineBreaks: 1, maxPrefixLength: 0 });
      for (const [index, child] of children.entries()) {
        builder.openListItem({ prefix: name === "ol" ? `${index + 1}. ` : "- " });
        walk([child], builder);
        builder.closeListItem();
      }
      builder.closeList({ trailingLineBreaks: 1 });
    },
  },
  selectors: [
    { selector: "h1", options: { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: false } },
    { selector: "h2", options: { leadingLineBreaks: 1, trailingLineBreaks: 1, uppercase: false } },
    { selector: "p", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "a", format: "address" },
    { selector: "a.below", format: "address", options: { below: true } },
    { selector: "ul", format: "entries" },
    { selector: "ol", format: "entries" },
  ],
};
