import ts from "typescript";
import type { Plugin } from "vite";
import { isSentence } from "../app/platform/values/say.ts";
import { inSense } from "../app/platform/values/sentence.ts";

// What the app says in JSX is put into the reader's language by calls that the build writes, on the server only: no page
// can forget to, the source stays as it reads, and the browser's build has nothing of it.

/** A sentence that the source says, and where. */
export interface Said {
  sentence: string;
  line: number;
}

/** Attributes and properties whose text people read. */
const readNames =
  /^(aria-label|alt|title|label|text|message|submitLabel|placeholder|kicker|badge|legend|heading|hint|note|caption|action|summary|description|lead)$/;
/** Of these, names for the code on elements of HTML. */
const codeNames = /^(action|text|summary)$/;
/** Functions whose first arguments people read. */
const readByCall = /^(pageMeta|pageMetaAfter|publicPageMeta)$/;

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  mdash: "—",
  ndash: "–",
};

/** The text that JSX makes of what stands between two tags. */
function jsxText(raw: string): string {
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, nth) => {
      const begun = nth === 0 ? line : line.trimStart();
      return nth === lines.length - 1 ? begun : begun.trimEnd();
    })
    .filter((line) => line !== "")
    .join(" ")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** The sense that a comment in an element names: `{/* sense: goes on *\/}`. */
const senseIn = (node: ts.JsxExpression): string | undefined =>
  /^\{\/\* sense: (.+) \*\/\}$/.exec(node.getText())?.[1];

const hasWords = (text: string) => /\p{L}/u.test(text);

type Jsx = ts.JsxElement | ts.JsxFragment;
const isJsx = (node: ts.Node): node is Jsx => ts.isJsxElement(node) || ts.isJsxFragment(node);

type Shape = ("text" | "value" | "element" | Shape)[];

/** A literal or a template as a catalogue knows it; undefined for anything else. */
function sentenceOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce(
    (before, { literal }, nth) => `${before}{${nth}}${literal.text}`,
    node.head.text,
  );
}

/** Reads a module. @returns what it says, and itself with what makes it say so in the reader's language */
export function readModule(file: string, source: string): { said: Said[]; code: string } {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const said: Said[] = [];
  const edits: { at: number; text: string; to?: number }[] = [];
  const note = (node: ts.Node, sentence: string): void => {
    said.push({ sentence, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  };

  const insert = (at: number, text: string): void => {
    edits.push({ at, text });
  };

  /** Makes a literal, or what chooses between several, speak. */
  function speak(node: ts.Expression): unknown {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      return speak(node.expression);
    if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      speak(node.whenTrue);
      return speak(node.whenFalse);
    }
    if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText())) {
      visit(node.left);
      return speak(node.right);
    }
    const sentence = sentenceOf(node);
    if (sentence === undefined || !hasWords(sentence.replace(/\{\d+\}/g, ""))) return visit(node);
    if (!isSentence(sentence)) return visit(node);
    note(node, sentence);
    if (ts.isTemplateExpression(node)) {
      insert(node.getStart(), "__say");
      for (const span of node.templateSpans) visit(span.expression);
    } else {
      insert(node.getStart(), "__say([");
      insert(node.getEnd(), "])");
    }
  }

  function visitAttribute(node: ts.JsxAttribute): unknown {
    const { initializer } = node;
    if (!initializer) return;
    const name = node.name.getText();
    const tag = node.parent.parent.tagName.getText();
    const isOfHtml = /^[a-z]/.test(tag);
    const isSaid = readNames.test(name) && !(isOfHtml && codeNames.test(name));
    if (!isSaid) return visit(initializer);
    if (ts.isStringLiteral(initializer)) {
      if (!isSentence(initializer.text)) return;
      const text = jsxText(initializer.text);
      note(initializer, text);
      edits.push({
        at: initializer.getStart(),
        to: initializer.getEnd(),
        text: `{__say([${JSON.stringify(text)}])}`,
      });
    } else if (ts.isJsxExpression(initializer) && initializer.expression)
      speak(initializer.expression);
    else visit(initializer);
  }

  function speakArgument(node: ts.Expression): unknown {
    if (!ts.isObjectLiteralExpression(node)) return speak(node);
    for (const property of node.properties)
      if (ts.isPropertyAssignment(property) && readNames.test(property.name.getText()))
        speak(property.initializer);
      else visit(property);
  }

  const namesOwnLanguage = (node: ts.Node): boolean =>
    ts.isJsxElement(node) &&
    node.openingElement.attributes.properties.some(
      (one) =>
        ts.isJsxAttribute(one) &&
        /^(lang|translate)$/.test(one.name.getText()) &&
        one.initializer &&
        ts.isStringLiteral(one.initializer),
    );

  /** Whether an element says something without the help of its attributes. */
  const says = (node: ts.Node): boolean =>
    isJsx(node) &&
    !namesOwnLanguage(node) &&
    node.children.some(
      (child) => (ts.isJsxText(child) && hasWords(jsxText(child.text))) || says(child),
    );
  const saysItself = (node: Jsx) =>
    !namesOwnLanguage(node) &&
    node.children.some((child) => ts.isJsxText(child) && hasWords(jsxText(child.text)));

  /** What an element with the elements in it says. */
  function readElement(root: Jsx): { sentence: string; shape: Shape } {
    let count = 0;
    let sense: string | undefined;
    const inside = (node: Jsx): { sentence: string; shape: Shape } => {
      const shape: Shape = [];
      let sentence = "";
      for (const child of node.children) {
        if (ts.isJsxText(child)) {
          const text = jsxText(child.text);
          if (text === "") continue;
          shape.push("text");
          sentence += text;
        } else if (ts.isJsxExpression(child)) {
          if (!child.expression) {
            sense ??= senseIn(child);
            continue;
          }
          if (ts.isStringLiteral(child.expression)) {
            shape.push("text");
            sentence += child.expression.text;
          } else {
            shape.push("value");
            sentence += `{${count++}}`;
            speak(child.expression);
          }
        } else if (isJsx(child) && says(child)) {
          const nth = count++;
          visitHead(child);
          const part = inside(child);
          shape.push(part.shape);
          sentence += `<${nth}>${part.sentence}</${nth}>`;
        } else {
          shape.push("element");
          sentence += `<${count++}/>`;
          visit(child);
        }
      }
      return { sentence, shape };
    };
    const { sentence, shape } = inside(root);
    return { sentence: sense ? inSense(sentence, sense) : sentence, shape };
  }

  const visitHead = (node: Jsx) => {
    if (ts.isJsxElement(node)) visit(node.openingElement);
  };

  function visitElement(node: Jsx): unknown {
    if (namesOwnLanguage(node) || !saysItself(node)) {
      visitHead(node);
      for (const child of node.children) {
        if (ts.isJsxExpression(child) && child.expression && !namesOwnLanguage(node))
          speak(child.expression);
        else visit(child);
      }
      return;
    }
    visitHead(node);
    const { sentence, shape } = readElement(node);
    note(node, sentence);
    const isChild = isJsx(node.parent);
    insert(
      node.getStart(),
      `${isChild ? "{" : ""}__sayElement(${JSON.stringify(sentence)}, ${JSON.stringify(shape)}, `,
    );
    insert(node.getEnd(), `)${isChild ? "}" : ""}`);
  }

  /** Whether a node stands inside JSX, so that it is evaluated while a page is made. */
  function isInPage(node: ts.Node): boolean {
    for (let at = node.parent; at; at = at.parent) if (ts.isJsxExpression(at)) return true;
    return false;
  }

  function visit(node: ts.Node): unknown {
    if (isJsx(node)) return visitElement(node);
    if (ts.isJsxAttribute(node)) return visitAttribute(node);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "say") {
      note(node, sentenceOf(node.template) ?? "");
      if (ts.isTemplateExpression(node.template))
        for (const span of node.template.templateSpans) visit(span.expression);
      return;
    }
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText();
      if (name === "sentences") {
        const collect = (inner: ts.Node): unknown => {
          if (ts.isPropertyAssignment(inner)) return collect(inner.initializer);
          if (ts.isStringLiteralLike(inner)) {
            if (isSentence(inner.text)) note(inner, inner.text);
          } else ts.forEachChild(inner, collect);
        };
        node.arguments.forEach(collect);
        return;
      }
      const [count, noun] = node.arguments;
      if (/^(counted|plural)$/.test(name) && count && noun) {
        for (const one of literalsOf(noun))
          note(node, name === "counted" ? countedSentence(one) : pluralSentence(one));
        visit(count);
        return;
      }
      if (name === "sentence" && count && ts.isStringLiteralLike(count))
        return note(node, count.text);
      if (readByCall.test(name)) {
        for (const argument of node.arguments) speakArgument(argument);
        return;
      }
    }
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      const name = node.name.getText();
      if (readNames.test(name) && name !== "action" && isInPage(node))
        return speak(node.initializer);
      if (name === "title" && isHandle(node)) {
        const { text } = node.initializer;
        note(node, text);
        edits.push({
          at: node.getStart(),
          to: node.getEnd(),
          text: `get title() { return __say([${JSON.stringify(text)}]); }`,
        });
        return;
      }
    }
    ts.forEachChild(node, visit);
  }

  visit(tree);
  let code = source;
  for (const { at, text, to = at } of edits
    .map((edit, nth) => ({ ...edit, nth }))
    .sort((a, b) => b.at - a.at || (b.to ?? b.at) - (a.to ?? a.at) || b.nth - a.nth))
    code = code.slice(0, at) + text + code.slice(to);
  return { said, code };
}

/** The literals that an expression chooses between. */
const literalsOf = (node: ts.Expression): string[] =>
  ts.isStringLiteralLike(node)
    ? [node.text]
    : ts.isConditionalExpression(node)
      ? [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
      : [];

/** How a catalogue knows `counted(count, noun)` and `plural(count, noun)` of app/platform/values/numbers.ts. */
const countedSentence = (noun: string) => `{0, plural, one {# ${noun}} other {# ${noun}s}}`;
const pluralSentence = (noun: string) => `{0, plural, one {${noun}} other {${noun}s}}`;

const isHandle = ({ parent }: ts.PropertyAssignment) => {
  const statement = ts.findAncestor(parent, ts.isVariableDeclaration);
  return statement?.name.getText() === "handle";
};

const imports =
  'import { say as __say } from "~/platform/values/say"; import { sayElement as __sayElement } from "~/platform/languages/say-element"; ';

/** Makes the app's JSX speak the reader's language, in what runs on the server. */
export function jsxSentences(): Plugin {
  return {
    name: "jsx-sentences",
    enforce: "pre",
    transform(source, id, options) {
      const file = id.split("?", 1)[0] ?? "";
      if (!options?.ssr || !file.endsWith(".tsx") || !file.includes("/app/")) return;
      const { code } = readModule(file, source);
      return code === source ? undefined : { code: imports + code, map: null };
    },
  };
}
