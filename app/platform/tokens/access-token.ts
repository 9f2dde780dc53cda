const shown = "[access token]";

/**
 * Instagram's access token. Only `reveal` gives its text: a token that gets into a log line, an error report, JSON or a
 * template by mistake shows as `[access token]`.
 */
export class AccessToken {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** For the call to Instagram and for the vault, and for nothing else. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}
