import type { ReactNode } from "react";
import { addresses } from "~/platform/values/addresses";
import { NoticeDialog } from "./notice-dialog.tsx";

/** The 'Check your email' modal (docs/product.md#recovery), shown once a mail was asked for. */
export function MailSentNotice({ children }: { children: ReactNode }) {
  return (
    <NoticeDialog
      title="Check your email"
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
