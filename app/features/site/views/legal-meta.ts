import type { MetaFunction } from "@remix-run/node";
import type { legalText } from "~/features/site/services/legal.server";
import { publicPageMeta } from "~/platform/pages/page-meta";
import { sayText } from "~/platform/values/say";

/** Title, description and preview of a legal text. @param path its address */
export const legalMeta =
  (path: string): MetaFunction<() => ReturnType<typeof legalText>> =>
  ({ data }) =>
    data
      ? publicPageMeta({
          ...data,
          title: `${sayText(data.title)} · Profile Analyzer`,
          description: sayText(data.description),
          path,
        })
      : [];
