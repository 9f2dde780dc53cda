import type { ReactNode } from "react";
import { buttonStyle } from "./button.tsx";
import { NamedIcon } from "./icons.tsx";

export const DownloadCsv = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={buttonStyle("quiet", "mt-6 w-full")}>
    <NamedIcon name="download" className="size-5" />
    {children}
  </a>
);
