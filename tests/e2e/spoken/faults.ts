import { everyNode, type Heard, type HeardPage, wordsIn } from "./heard.ts";

/** What must have a name, or nobody knows what it is. */
const named = new Set([
  ...["link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider"],
  ...["switch", "spinbutton", "listbox", "image", "SvgRoot", "dialog", "alertdialog", "region"],
  ...["progressbar", "meter", "DisclosureTriangle", "Date", "MenuListPopup", "radiogroup"],
]);

/** Names that say nothing to who goes from link to link. */
const vague =
  /^(?:(?:click )?here|more|read more|learn more|see more|this|link|details|continue reading|go|open|download|اقرأ المزيد|المزيد|هنا)$/i;

/** What is wrong with what is heard of a page, whatever the page says. */
export function unheard(page: HeardPage): string[] {
  const nodes = everyNode(page);
  const modal = nodes.find(({ role, states }) => role === "dialog" && states.modal === "true");
  return [
    ...(page.title.trim() ? [] : ["the page has no title"]),
    ...(page.language ? [] : ["the page has no language"]),
    ...nodes.flatMap(namelessness),
    ...headingsOf(nodes, modal !== undefined),
    ...landmarksOf(nodes, modal !== undefined),
    ...linksOf(nodes),
    ...doubledIn(page),
    ...chartsOf(nodes),
    ...fieldsOf(nodes),
    ...nodes.flatMap(unmarkedEnglish),
  ];
}

const shortOf = ({ role, element, attributes }: Heard) =>
  `${role} <${element} class="${(attributes.class ?? "").slice(0, 40)}">`;

function namelessness(node: Heard): string[] {
  if (!named.has(node.role) || node.name || node.element === "option") return [];
  // The browser's own parts, such as a list that a combobox opens.
  if (!node.element || node.role === "MenuListPopup") return [];
  return [`no name: ${shortOf(node)}`];
}

/** A dialog's own headings may begin below those of the page that lies behind it. */
function headingsOf(nodes: readonly Heard[], isModal: boolean): string[] {
  const headings = nodes.filter(({ role }) => role === "heading");
  const faults: string[] = [];
  const tops = headings.filter(({ states }) => states.level === "1");
  if (tops.length !== 1 && !isModal) faults.push(`${tops.length} headings of level 1`);
  // A part that stands before the page's title is one of its second level.
  let level = 1;
  for (const { name, states } of headings) {
    const next = Number(states.level);
    if (next > level + 1) faults.push(`from heading ${level} to heading ${next}: ${name}`);
    if (!name) faults.push(`a heading ${next} without words`);
    level = next;
  }
  return faults;
}

const landmarks = ["banner", "contentinfo", "main", "navigation", "complementary", "search"];

function landmarksOf(nodes: readonly Heard[], isOverPage: boolean): string[] {
  const faults: string[] = [];
  for (const role of landmarks) {
    const all = nodes.filter((node) => node.role === role);
    if (role === "main" && all.length !== 1 && !isOverPage) faults.push(`${all.length} mains`);
    const names = all.map(({ name }) => name);
    if (new Set(names).size < names.length) faults.push(`${role} twice, named alike: ${names}`);
  }
  return faults;
}

function linksOf(nodes: readonly Heard[]): string[] {
  const faults: string[] = [];
  const leads = new Map<string, Set<string>>();
  // A footer's links may say again what the page says.
  const footer = new Set(nodes.filter(({ role }) => role === "contentinfo").flatMap(everyNode));
  for (const node of nodes) {
    const { role, name, attributes } = node;
    if (role !== "link" || footer.has(node)) continue;
    if (vague.test(name)) faults.push(`a link says only '${name}'`);
    const to = leads.get(name) ?? new Set();
    leads.set(name, to.add(attributes.href ?? ""));
  }
  for (const [name, to] of leads)
    if (name && to.size > 1) faults.push(`'${name}' leads to ${[...to].join(" and ")}`);
  const buttons = nodes.filter(({ role, name }) => role === "button" && name);
  const repeated = new Set(
    buttons
      .filter((button) => buttons.some((other) => other !== button && isOther(button, other)))
      .map(({ name }) => name),
  );
  for (const name of repeated) faults.push(`several buttons say only '${name}'`);
  return faults;
}

const isOther = (one: Heard, other: Heard) =>
  one.name === other.name && one.description === other.description;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Words that are said twice in a row: a picture's beside the same text, or a name that repeats itself. */
function doubledIn(node: Heard): string[] {
  const faults: string[] = [];
  const halves = plain(node.name).split(" ");
  const half = halves.length / 2;
  if (
    node.element &&
    !/^StaticText$|cell$|header$/.test(node.role) &&
    /\p{L}/u.test(node.name) &&
    Number.isInteger(half) &&
    halves.slice(0, half).join(" ") === halves.slice(half).join(" ")
  )
    faults.push(`said twice: ${node.role} '${node.name}'`);
  const said = node.children.map((child) => ({ child, words: plain(wordsIn(child)) }));
  for (const { child, words } of said)
    if (child.role === "image" && words)
      if (said.some((other) => other.child !== child && ` ${other.words} `.includes(` ${words} `)))
        faults.push(`a picture says what stands beside it: '${child.name}'`);
  return [...faults, ...node.children.flatMap(doubledIn)];
}

/** A drawing of figures has a name, a sentence, and the same as a table. */
function chartsOf(nodes: readonly Heard[]): string[] {
  const faults: string[] = [];
  const drawings = nodes.filter(({ attributes }) => "data-chart-drawing" in attributes);
  for (const { name, description } of drawings)
    if (!description) faults.push(`a chart without its sentence: ${name}`);
  const tables = nodes.filter(
    ({ role, name }) => role === "DisclosureTriangle" && shownAsTable.test(name),
  );
  if (tables.length < drawings.length)
    faults.push(`${drawings.length} charts, and ${tables.length} of them as a table`);
  return faults;
}

const shownAsTable = /table|جدول/i;

/** A voice for Arabic cannot read English that is not marked as English. */
function unmarkedEnglish({ role, name, language }: Heard): string[] {
  if (language !== "ar" || !/^(?:StaticText|image|button|link)$/.test(role)) return [];
  const [words] = /[A-Za-z]{2,} [a-z]{2,}(?: [a-z]{2,})*/.exec(name) ?? [];
  return words ? [`English in what is marked as Arabic: '${words}'`] : [];
}

/** What browsers and password managers fill in (HTML, autofill). */
const tokens = new Set([
  ...["off", "name", "email", "username", "webauthn", "current-password", "new-password"],
  ...["one-time-code", "tel", "country", "cc-name", "cc-number", "cc-exp", "cc-csc"],
]);
const withoutToken = new Set(["date", "file", "radio", "checkbox", "range", "button", "submit"]);

/** Each field can be filled in for its reader, and one that is wrong says why. */
function fieldsOf(nodes: readonly Heard[]): string[] {
  return nodes.flatMap(({ name, element, attributes, description, states }) => {
    const faults: string[] = [];
    const { type = "text", inputmode, autocomplete = "" } = attributes;
    if (states.invalid && states.invalid !== "false" && !description && !states.errormessage)
      faults.push(`'${name}' is wrong, and does not say why`);
    if (element !== "input" || withoutToken.has(type)) return faults;
    const given = autocomplete.split(" ").filter(Boolean);
    const has = (...wanted: string[]) => given.some((token) => wanted.includes(token));
    if (given.length === 0 || given.some((token) => !tokens.has(token)))
      faults.push(`'${name}' does not say what is filled in: ${autocomplete}`);
    else if (type === "password" && !has("current-password", "new-password"))
      faults.push(`'${name}' takes no password from a password manager`);
    else if ((type === "email" || inputmode === "email") && !has("email", "username"))
      faults.push(`'${name}' takes no address from the browser`);
    if ("onpaste" in attributes) faults.push(`'${name}' looks at what is pasted`);
    return faults;
  });
}
