import { type Heard, type HeardPage, wordsIn } from "./heard.ts";
import { steady } from "./steady.ts";

/** What a listener hears of a page, from its top to its end: a line for each thing. */
export function written(page: HeardPage): string {
  const lines = [`page: ${page.title} (${page.language})`, ""];
  new Writer(lines).writeAll(page.children, 0, page.language);
  return `${steady(lines.join("\n"))}\n`;
}

const inline = new Set([
  ...["StaticText", "strong", "emphasis", "time", "Abbr", "mark", "code", "superscript"],
  ...["subscript", "insertion", "deletion", "timer", "link"],
]);
const inlineElements = new Set(["span", "b", "i", "bdi", "em", "small", "abbr", "a", "svg", "g"]);

/** Said with what they hold, which is not said again. */
const whole = new Set([
  ...["link", "button", "DisclosureTriangle", "option", "image", "SvgRoot", "term"],
  ...["Figcaption", "Legend"],
]);

const names: Readonly<Record<string, string>> = {
  contentinfo: "footer",
  DisclosureTriangle: "fold",
  Details: "details",
  DescriptionList: "list of terms",
  LabelText: "label",
  DescriptionListTerm: "term",
  DescriptionListDetail: "definition",
  MenuListPopup: "options",
  SvgRoot: "drawing",
  textbox: "field",
  Figcaption: "caption",
  Legend: "legend",
};

class Writer {
  readonly #lines: string[];
  #run: { text: string; links: number; others: boolean; depth: number } | undefined;

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  writeAll(nodes: readonly Heard[], depth: number, language: string): void {
    const rows = nodes.filter(({ role }) => role === "row").length;
    let row = 0;
    for (const node of nodes) {
      if (node.role === "row") {
        row += 1;
        // Who listens knows by then how it goes on.
        if (rows > 9 && row === 8) this.#line(depth, `… ${rows - 7} more rows`);
        if (rows > 9 && row >= 8) continue;
      }
      this.#write(node, depth, language);
    }
    this.#flush();
  }

  #write(node: Heard, depth: number, above: string): void {
    const { role, language } = node;
    if (inline.has(role) && (role !== "link" || !hasParts(node))) {
      this.#say(node, depth, above);
      return;
    }
    if (role === "generic" || role === "none" || role === "paragraph" || role === "LabelText") {
      const isInline = role === "generic" && inlineElements.has(node.element);
      if (!isInline) this.#flush();
      for (const child of node.children) this.#write(child, depth, above);
      if (!isInline) this.#flush();
      return;
    }
    this.#flush();
    if (role === "row") {
      const cells = node.children.map((cell) => cellText(cell));
      this.#line(depth, `row: ${cells.join(" | ")}`);
      return;
    }
    const start = this.#lines.length;
    const empty = isLive(role) && wordsIn(node).trim() === "" ? ", empty" : "";
    this.#line(depth, headOf(node, language === above ? "" : ` (in ${language})`) + empty);
    if (whole.has(role) && !hasParts(node)) return;
    if (
      role === "heading" &&
      node.children.every(({ role }) => inline.has(role) && role !== "link")
    )
      return;
    if (isField(role)) return;
    this.writeAll(node.children, depth + 1, language);
    if (role === "listitem") this.#join(start);
  }

  /** '- ' and the only line of an item stand on one line. */
  #join(start: number): void {
    const [item, only, ...more] = this.#lines.slice(start);
    if (!item || !only) return;
    this.#lines.splice(start, this.#lines.length, `${item}${only.trim()}`, ...more);
  }

  #say(node: Heard, depth: number, above: string): void {
    this.#run ??= { text: "", links: 0, others: false, depth };
    const into = this.#run;
    const tongue = node.language === above ? "" : ` (in ${node.language})`;
    if (node.role === "link") {
      into.links += 1;
      into.text += ` [link: ${node.name}${statesOf(node)}${tongue}]`;
      return;
    }
    if (node.role !== "StaticText") {
      for (const child of node.children) this.#say(child, depth, above);
      return;
    }
    if (node.name.trim()) into.others = true;
    const words = tongue && node.name.trim() ? `${node.name.trim()}${tongue} ` : node.name;
    // Boxes beside each other are said one after the other.
    into.text +=
      /[\p{L}\p{N}:)\]]$/u.test(into.text) && /^[\p{L}\p{N}$€([]/u.test(words)
        ? ` ${words}`
        : words;
  }

  #flush(): void {
    const run = this.#run;
    this.#run = undefined;
    const text = run?.text.replace(/\s+/g, " ").trim();
    if (!run || !text) return;
    this.#line(run.depth, run.links === 1 && !run.others ? text.slice(1, -1) : text);
  }

  #line(depth: number, text: string): void {
    this.#lines.push("  ".repeat(depth) + text);
  }
}

const isLive = (role: string) => ["alert", "status"].includes(role);

const isField = (role: string) =>
  ["textbox", "searchbox", "combobox", "spinbutton", "slider", "Date"].includes(role);

/** Whether something in it is more than words. */
const hasParts = (node: Heard): boolean =>
  node.children.some(
    (child) =>
      ["heading", "image", "list", "button", "SvgRoot"].includes(child.role) || hasParts(child),
  );

function cellText(cell: Heard): string {
  const links = linksIn(cell);
  const [only] = links;
  if (only && links.length === 1 && wordsIn(cell).trim() === only.name) return `link: ${only.name}`;
  return partsOf(cell).join(" ").replace(/\s+/g, " ").trim();
}

const partsOf = (node: Heard): string[] =>
  node.role === "StaticText"
    ? [node.name]
    : whole.has(node.role)
      ? [` [${names[node.role] ?? node.role}: ${node.name}]`]
      : node.children.flatMap(partsOf);

const linksIn = (node: Heard): Heard[] =>
  node.role === "link" ? [node] : node.children.flatMap(linksIn);

function headOf(node: Heard, tongue: string): string {
  const { role, name, states } = node;
  if (role === "listitem") return "- ";
  const called = role === "heading" ? `heading ${states.level}` : (names[role] ?? role);
  const items = role === "list" ? ` of ${node.children.length}` : "";
  return `${called}${items}${name ? `: ${name}` : ""}${statesOf(node)}${tongue}`;
}

const said = ["disabled", "readonly", "required", "modal", "busy"] as const;

function statesOf(node: Heard): string {
  const { states, attributes, role, description, value } = node;
  const all = [
    isField(role) && value && role !== "slider" ? `has '${value}'` : "",
    states.checked && role !== "option"
      ? states.checked === "true"
        ? "checked"
        : "not checked"
      : "",
    states.expanded ? (states.expanded === "true" ? "open" : "folded") : "",
    states.pressed ? (states.pressed === "true" ? "pressed" : "not pressed") : "",
    ...said.filter((state) => states[state] === "true"),
    states.invalid && states.invalid !== "false" ? "invalid" : "",
    role === "option" && states.selected === "true" ? "selected" : "",
    attributes["aria-current"] ? `current ${attributes["aria-current"].replace("true", "")}` : "",
    states.valuetext ? `says '${states.valuetext}'` : "",
    attributes.target === "_blank" ? "new window" : "",
    attributes.autocomplete ? `autocomplete ${attributes.autocomplete}` : "",
    attributes.type && ["password", "email", "date", "file"].includes(attributes.type)
      ? attributes.type
      : "",
    description ? `described: ${description}` : "",
  ].filter(Boolean);
  return all.length > 0 ? `, ${all.join(", ").replace(/ +,/g, ",").trim()}` : "";
}
