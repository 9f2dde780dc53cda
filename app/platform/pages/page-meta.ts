import type { MetaDescriptor } from "@remix-run/react";
import { say } from "~/platform/values/say";

const aboutProduct = () => say`Analyze your Instagram account and gain valuable insights.`;

/** Title and description of any page. The default description is the product's. */
export function pageMeta(title: string, description = aboutProduct()): MetaDescriptor[] {
  return [{ title: `${title} · Profile Analyzer` }, { name: "description", content: description }];
}

/** Title and description of a hydrated page that a press may have led to. The title begins with the outcome. */
export const pageMetaAfter = (
  said: string | undefined,
  title: string,
  description?: string,
): MetaDescriptor[] => pageMeta(said ? `${said} · ${title}` : title, description);
