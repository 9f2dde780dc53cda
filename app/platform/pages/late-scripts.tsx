import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

/** React 18 writes it as it is, and the browser knows it in this spelling. */
const low = { fetchpriority: "low" };

/**
 * Remix's scripts, fetched after what the page is drawn with: it says all that it says before they run. For the server alone;
 * the browser finds them there.
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
