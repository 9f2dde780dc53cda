import type { CDPSession, Page } from "@playwright/test";

/** Something of a page as a screen reader knows it. */
export interface Heard {
  role: string;
  name: string;
  description: string;
  value: string;
  /** States and properties: level, checked, expanded, invalid and their like. */
  states: Readonly<Record<string, string>>;
  /** The attributes of its element. */
  attributes: Readonly<Record<string, string>>;
  element: string;
  language: string;
  children: readonly Heard[];
}

export interface HeardPage extends Heard {
  title: string;
}

interface Element {
  name: string;
  attributes: Record<string, string>;
  language: string;
}

type Sent = Awaited<ReturnType<typeof fullTree>>["nodes"][number];

const fullTree = (session: CDPSession) => session.send("Accessibility.getFullAXTree");

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** The accessibility tree of the open page, as Chromium hands it to screen readers. */
export async function hear(page: Page): Promise<HeardPage> {
  const session = await sessionOf(page);
  const { root } = await session.send("DOM.getDocument", { depth: -1 });
  const elements = new Map<number, Element>();
  noteElements(root, "", elements);
  const nodes = await wholeTree(session);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const [top] = nodes;
  if (!top) throw new Error("there is no accessibility tree");
  const [heard] = heardFrom(top, byId, elements, "");
  if (!heard) throw new Error("nothing is heard");
  const language =
    [...elements.values()].find(({ name, language }) => name === "html" && language)?.language ??
    "";
  return { ...heard, language, title: await page.title() };
}

/** The tree is made while it is asked for: it is whole once it stays the same. */
async function wholeTree(session: CDPSession): Promise<readonly Sent[]> {
  let before = "";
  for (;;) {
    const { nodes } = await fullTree(session);
    const now = JSON.stringify(nodes.map(({ role, name }) => [role?.value, name?.value]));
    if (now === before) return nodes;
    before = now;
  }
}

interface DomNode {
  backendNodeId: number;
  nodeName: string;
  attributes?: string[];
  children?: DomNode[];
}

function noteElements(node: DomNode, above: string, into: Map<number, Element>): void {
  const attributes: Record<string, string> = {};
  const given = node.attributes ?? [];
  for (let at = 0; at < given.length; at += 2) attributes[given[at] ?? ""] = given[at + 1] ?? "";
  const language = attributes.lang ?? above;
  into.set(node.backendNodeId, { name: node.nodeName.toLowerCase(), attributes, language });
  for (const child of node.children ?? []) noteElements(child, language, into);
}

const passedOver = new Set(["none", "InlineTextBox", "LineBreak", "ListMarker"]);

/** A node, or what it holds where it is nothing of its own. */
function heardFrom(
  node: Sent,
  byId: ReadonlyMap<string, Sent>,
  elements: ReadonlyMap<number, Element>,
  above: string,
): Heard[] {
  const element = elements.get(node.backendDOMNodeId ?? 0);
  const language = element?.language || above;
  const role = String(node.role?.value ?? "none");
  if (role === "InlineTextBox" || role === "ListMarker") return [];
  const children = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? heardFrom(child, byId, elements, language) : [];
  });
  const isBlock = element !== undefined && blocks.has(element.name);
  if ((node.ignored || passedOver.has(role)) && !isBlock) return children;
  const states = Object.fromEntries(
    (node.properties ?? []).map(({ name, value }) => [name, String(value.value ?? "")]),
  );
  return [
    {
      role: node.ignored || passedOver.has(role) ? "generic" : role,
      name: node.ignored ? "" : squeezed(String(node.name?.value ?? ""), role),
      description: String(node.description?.value ?? "").trim(),
      value: String(node.value?.value ?? ""),
      states,
      attributes: element?.attributes ?? {},
      element: element?.name ?? "",
      language,
      children,
    },
  ];
}

/** The spaces around a text are those between it and its neighbours. */
const squeezed = (name: string, role: string) =>
  role === "StaticText" ? name.replace(/\s+/g, " ") : name.replace(/\s+/g, " ").trim();

const blocks = new Set(["div", "p", "li", "section", "br", "dt", "dd", "ul", "ol", "form"]);

export const everyNode = (node: Heard): Heard[] => [node, ...node.children.flatMap(everyNode)];

/** All that is said within something. */
export const wordsIn = (node: Heard): string =>
  node.role === "StaticText" || (node.children.length === 0 && node.name)
    ? node.name
    : node.children.map(wordsIn).join(inlineRoles.has(node.role) ? "" : " ");

const inlineRoles = new Set([
  ...["StaticText", "strong", "emphasis", "time", "Abbr", "mark", "code", "superscript"],
  ...["subscript", "insertion", "deletion", "Ruby", "link", "timer"],
]);
