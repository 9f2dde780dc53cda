import { shownFaults } from "./judge-import.ts";

/** What a page would show that takes a name for something else than text. */
export function faultsOf(html: string): string[] {
  const faults = shownFaults(html);
  if (/<x-odd|<script>x-odd|<!--<script/i.test(html)) faults.push("an element");
  // In a script a quotation mark stands escaped.
  const outside = html.replace(/<(script)[\s>].*?<\/\1>/gs, "");
  if (/["']\s*x-odd=/.test(outside)) faults.push("an attribute");
  if (/(href|src|action)="\s*(javascript|data):(?!image\/)/i.test(outside))
    faults.push("a link to a script");
  if (/href="https:\/\/www\.instagram\.com\/[^"]*[^\w./"]/i.test(outside))
    faults.push("an odd link");
  return faults;
}
