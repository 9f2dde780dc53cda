import type { ReactNode } from "react";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { NoticeDialog } from "./notice-dialog.tsx";

export const mailSentTitle = (): string => say`Check your email`;

/** The 'Check your email' modal (docs/product.md#recovery), shown once a mail was asked for. */
export function MailSentNotice({ children }: { children: ReactNode }) {
  return (
    <NoticeDialog
      title={mailSentTitle()}
      action={{ label: "Got it", to: addresses.signIn }}
      art={
        <img
          src="/images/states/mail-sent.svg"
          alt=""
          width="160"
          height="120"
          className="mx-auto mb-4 h-30 w-40"
        />
      }
    >
      {children}
    </NoticeDialog>
  );
}
