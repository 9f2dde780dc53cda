import { type Document, valueAt } from "./document.ts";

/** `projects/…/documents/profiles/uid-rich` → `projects/…/documents/profiles`. */
const collectionOf = (name: string) => name.slice(0, name.lastIndexOf("/"));

/** The documents of one collection, found by their names and by the texts of their fields. */
class Collection {
  readonly documents = new Map<string, Document>();
  /** By field path, then by text: of fields that were asked for once. */
  readonly #indexes = new Map<string, Map<string, Map<string, Document>>>();

  set(document: Document) {
    this.#leaveIndexes(document.name);
    this.documents.set(document.name, document);
    for (const [path, index] of this.#indexes) add(index, path, document);
  }

  delete(name: string) {
    this.#leaveIndexes(name);
    this.documents.delete(name);
  }

  #leaveIndexes(name: string) {
    const document = this.documents.get(name);
    if (!document) return;
    for (const [path, index] of this.#indexes) {
      const text = textAt(document, path);
      const same = text === undefined ? undefined : index.get(text);
      same?.delete(name);
      if (text !== undefined && same?.size === 0) index.delete(text);
    }
  }

  withText(path: string, text: string): Document[] {
    let index = this.#indexes.get(path);
    if (!index) {
      index = new Map();
      for (const document of this.documents.values()) add(index, path, document);
      this.#indexes.set(path, index);
    }
    return [...(index.get(text)?.values() ?? [])];
  }
}

const textAt = (document: Document, path: string) => valueAt(document, path)?.stringValue;

function add(index: Map<string, Map<string, Document>>, path: string, document: Document) {
  const text = textAt(document, path);
  if (text === undefined) return;
  const same = index.get(text) ?? new Map<string, Document>();
  index.set(text, same.set(document.name, document));
}

/** The documents of every database, by their full names. */
export class Documents {
  readonly #collections = new Map<string, Collection>();

  constructor(documents: Iterable<Document> = []) {
    for (const document of documents) this.set(document);
  }

  get(name: string): Document | undefined {
    return this.#collections.get(collectionOf(name))?.documents.get(name);
  }

  /** The documents of a collection, by its full name; not those below them. */
  of(collection: string): Document[] {
    return [...(this.#collections.get(collection)?.documents.values() ?? [])];
  }

  /** Those of a collection whose field is this text, without a look at the others. */
  withText(collection: string, path: string, text: string): Document[] {
    return this.#collections.get(collection)?.withText(path, text) ?? [];
  }

  /** Every document below a parent, at any depth. */
  below(parent: string): Document[] {
    const names = [...this.#collections.keys()];
    return names
      .filter((name) => name === parent || name.startsWith(`${parent}/`))
      .flatMap((name) => this.of(name));
  }

  protected *all(): Generator<Document> {
    for (const { documents } of this.#collections.values()) yield* documents.values();
  }

  protected set(document: Document) {
    const name = collectionOf(document.name);
    const collection = this.#collections.get(name) ?? new Collection();
    collection.set(document);
    this.#collections.set(name, collection);
  }

  protected remove(name: string) {
    const collection = this.#collections.get(collectionOf(name));
    collection?.delete(name);
    if (collection?.documents.size === 0) this.#collections.delete(collectionOf(name));
  }

  protected removeAll() {
    this.#collections.clear();
  }
}
