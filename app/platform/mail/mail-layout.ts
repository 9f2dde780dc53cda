import type { Mail } from "~/platform/mail/mail.server";
import { escapeHtml } from "~/platform/values/html";

export interface Letter {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  action: { label: string; link: string };
  supportEmail: string;
}

/** Renders a letter as text and as HTML. */
export function compose({
  subject,
  heading,
  paragraphs,
  action,
  supportEmail,
}: Letter): Omit<Mail, "to"> {
  const closing = `Questions? Write to ${supportEmail}.`;
  return {
    subject,
    text: [
      heading,
      ...paragraphs,
      `${action.label}:\n${action.link}`,
      closing,
      "Profile Analyzer",
    ].join("\n\n"),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#eef3ff;font-family:'Avenir Next',Avenir,'Segoe UI',Arial,sans-serif;color:#0b1b3f">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:430px;background:#ffffff;border-radius:20px"><tr><td style="padding:32px 28px">
<p style="margin:0 0 20px;font-weight:700;color:#256bfd">Profile Analyzer</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 14px;font-size:16px;line-height:1.5">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:14px 26px;border-radius:999px;background:#256bfd;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:#51607f">${escapeHtml(closing)}</p>
</td></tr></table></td></tr></table></body></html>`,
  };
}
