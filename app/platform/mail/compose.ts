import type { Mail } from "~/platform/mail/mail.server";
import { escapeHtml } from "~/platform/values/html";

/** A part of a letter. Names and texts may come from outside: they are escaped here. */
export interface Part {
  title?: string;
  paragraphs?: readonly string[];
  /** A large figure with a line below. */
  figure?: { value: string; text: string };
  items?: readonly string[];
  /** What to do, one after the other. */
  steps?: readonly Link[];
  link?: Link;
}

interface Link {
  label: string;
  address: string;
}

interface Notice {
  to: string;
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  heading: string;
  parts: readonly Part[];
  action: Link;
  /** Identifies the letter: sent twice, it is shown once. */
  id: string;
  /** Why it is sent. */
  reason: string;
  origin: string;
  supportEmail: string;
}

interface Newsletter extends Notice {
  /** The link that turns its kind off. */
  stop: string;
}

/** Renders a letter that the subscriber has chosen, as text and as HTML, with the headers of RFC 8058 (contract 14). */
export function composeNewsletter(letter: Newsletter): Mail {
  const mail = composeNotice(letter);
  return {
    ...mail,
    headers: {
      ...mail.headers,
      "List-Unsubscribe": `<${letter.stop}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** Renders a letter that everybody gets whom it concerns: it cannot be turned off. */
export function composeNotice(letter: Notice & { stop?: string }): Mail {
  const { to, subject, id, origin } = letter;
  return {
    to,
    subject,
    text: asText(letter),
    html: asHtml(letter),
    headers: { "Message-ID": `<${id}@${new URL(origin).hostname}>` },
  };
}

type Letter = Parameters<typeof composeNotice>[0];

function asText({ heading, parts, action, reason, stop, origin, supportEmail }: Letter): string {
  const ending = stop
    ? `\nTurn this letter off with one press:\n${stop}\nAll letters: ${settingsPage(origin)}`
    : "";
  return [
    heading,
    ...parts.map(textOf),
    `${action.label}:\n${action.address}`,
    `${reason}${ending}`,
    `Questions? Write to ${supportEmail}.`,
    "Profile Analyzer",
  ].join("\n\n");
}

const textOf = ({ title, figure, paragraphs = [], items = [], steps = [], link }: Part): string =>
  [
    ...(title ? [title] : []),
    ...(figure ? [`${figure.value} ${figure.text}`] : []),
    ...paragraphs,
    ...items.map((item) => `- ${item}`),
    ...steps.map((step, index) => `${index + 1}. ${inText(step)}`),
    ...(link ? [inText(link)] : []),
  ].join("\n");

/** A mail address stands in its label already. */
const inText = ({ label, address }: Link) =>
  address.startsWith("mailto:") ? label : `${label}: ${address}`;

const settingsPage = (origin: string) => `${origin}/dashboard/notifications`;

// Mail programs drop scripts and outside styles, and some drop this style, too: without it the letter is light.
const style = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#0a1020!important}.card{background:#141c31!important}.ink,.ink a{color:#e8eeff!important}.soft,.soft a{color:#a9b6d6!important}.line{border-color:#2a3555!important}.brand{color:#8fb4ff!important}}`;
const font = "font-family:'Avenir Next',Avenir,'Segoe UI',Arial,sans-serif";
const linkStyle = 'class="brand" style="color:#1f5ce0"';
const anchor = (address: string, label: string) =>
  `<a ${linkStyle} href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;

function asHtml({ subject, preview, heading, parts, action, ...rest }: Letter): string {
  const { reason, stop, origin, supportEmail } = rest;
  const ending = stop
    ? `<p style="margin:6px 0">${anchor(stop, "Turn this letter off")} · ${anchor(settingsPage(origin), "All letters")}</p>`
    : "";
  const support = anchor(`mailto:${supportEmail}`, supportEmail);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${style}</style></head>
<body class="page ink" style="margin:0;background:#eef3ff;${font};color:#0b1b3f">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:20px"><tr><td style="padding:32px 28px">
<p class="brand" style="margin:0 0 20px;font-weight:700;color:#1f5ce0">Profile Analyzer</p>
<h1 style="margin:0 0 8px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>
${parts.map(htmlOf).join("\n")}
<p style="margin:28px 0 0"><a href="${escapeHtml(action.address)}" style="display:inline-block;padding:14px 26px;border-radius:999px;background:#256bfd;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(action.label)}</a></p>
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px"><tr><td class="soft" style="padding:20px 28px;font-size:13px;line-height:1.6;color:#51607f">
<p style="margin:0">${escapeHtml(reason)}</p>
${ending}
<p style="margin:0">Questions? Write to ${support}.</p>
</td></tr></table></td></tr></table></body></html>`;
}

function htmlOf({ title, figure, paragraphs = [], items = [], steps = [], link }: Part): string {
  const rows = [
    ...(title ? [`<h2 style="margin:0 0 8px;font-size:17px">${escapeHtml(title)}</h2>`] : []),
    ...(figure
      ? [
          `<p style="margin:0 0 8px"><strong style="font-size:36px;line-height:1.2">${escapeHtml(figure.value)}</strong><br><span class="soft" style="font-size:15px;color:#51607f">${escapeHtml(figure.text)}</span></p>`,
        ]
      : []),
    ...paragraphs.map(
      (text) =>
        `<p style="margin:0 0 6px;font-size:16px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(text)}</p>`,
    ),
    ...listOf("ul", items.map(escapeHtml)),
    ...listOf(
      "ol",
      steps.map(({ address, label }) => anchor(address, label)),
    ),
    ...(link
      ? [`<p style="margin:6px 0 0;font-size:16px">${anchor(link.address, link.label)}</p>`]
      : []),
  ];
  return `<div class="line" style="margin-top:20px;padding-top:18px;border-top:1px solid #dfe7fb">${rows.join("\n")}</div>`;
}

/** A list, unless it is empty. @param entries as HTML */
const listOf = (tag: "ul" | "ol", entries: readonly string[]) =>
  entries.length === 0
    ? []
    : [
        `<${tag} style="margin:4px 0 8px;padding-left:20px;font-size:16px;line-height:1.6;overflow-wrap:anywhere">${entries.map((entry) => `<li>${entry}</li>`).join("")}</${tag}>`,
      ];
