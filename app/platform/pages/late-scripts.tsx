import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/** In lower case: React 18 does not know the attribute, and writes its name as it is. */
const low = { fetchpriority: "low" };

/**
 * Remix's scripts, fetched after what the page is drawn with: the page is complete before they run. Only the server
 * renders this; the browser hydrates it as Remix's own `Scripts`.
 */
export function LateScripts({ nonce }: { nonce: string | undefined }) {
  // Called and not rendered, since its links take no properties.
  return <>{fetchedLate(Scripts({ nonce, ...low }))}</>;
}

const fetchedLate = (node: ReactNode): ReactNode =>
  Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; fetchpriority?: string }>(child)) return child;
    if (child.type === Fragment) return fetchedLate(child.props.children);
    return child.type === "link" ? cloneElement(child, low) : child;
  });
