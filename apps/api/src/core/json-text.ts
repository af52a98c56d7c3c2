import type { MediumCard, ProviderMedium } from '@marquee/contracts';

/** Text, or bytes in UTF-8 as the snapshot has them. */
export type Part = string | Uint8Array;

/**
 * A title or an offer that is already JSON. The snapshot keeps the fields that are the same for all callers as the bytes
 * of their JSON, because making objects or strings of them for every reply, only to write them again, would take most of
 * a page's time. So a reply is a value that has such texts in some places, and `writeJson` fills them in.
 */
export class JsonText {
  readonly #parts: readonly Part[];
  readonly #localTitle: ((languages: readonly string[]) => string | null) | undefined;

  /**
   * @param parts the text of an object without its closing brace, and with at least one field.
   * @param localTitle finds the value of `local_title`, which depends on the languages of the reader.
   */
  constructor(parts: readonly Part[], localTitle?: (languages: readonly string[]) => string | null) {
    this.#parts = parts;
    this.#localTitle = localTitle;
  }

  /** Returns the same object with further fields, at least one. */
  with(further: object): JsonText {
    return new JsonText([...this.#parts, `,${JSON.stringify(further).slice(1, -1)}`], this.#localTitle);
  }

  /** Adds the parts of the whole object. */
  addTo(parts: Part[], languages: readonly string[]): void {
    for (const part of this.#parts) addPart(parts, part);
    const localTitle = this.#localTitle && `,"local_title":${JSON.stringify(this.#localTitle(languages))}`;
    addPart(parts, `${localTitle ?? ''}}`);
  }
}

/** What a service returns for the reply `T` of the contract: its titles and offers may be texts. */
export type WithTexts<T> = T extends Pick<MediumCard, 'local_title'> | Pick<ProviderMedium, 'medium_provider'>
  ? T | JsonText
  : T extends readonly (infer E)[]
    ? readonly WithTexts<E>[]
    : T extends object
      ? { [K in keyof T]: WithTexts<T[K]> }
      : T;

/** Returns JSON like `JSON.stringify`, in UTF-8, with the texts of titles for a reader of these languages. */
export function writeJson(value: unknown, languages: readonly string[]): Buffer {
  const parts: Part[] = [];
  addParts(parts, value, languages);
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += bytes.write(part, at);
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
}

/** Adds a part. Texts that follow each other become one, because each takes two calls to write. */
function addPart(parts: Part[], part: Part): void {
  const last = parts[parts.length - 1];
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
  else parts.push(part);
}

/** Adds the JSON of a value part by part. It may lengthen the last text of `parts`, which must be the caller's own. */
export function addParts(parts: Part[], value: unknown, languages: readonly string[]): void {
  if (value instanceof JsonText) value.addTo(parts, languages);
  else if (Array.isArray(value)) {
    addPart(parts, '[');
    value.forEach((each, at) => {
      if (at > 0) addPart(parts, ',');
      addParts(parts, each, languages);
    });
    addPart(parts, ']');
  } else if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.forEach(([name, field], at) => {
      addPart(parts, `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      addParts(parts, field, languages);
    });
    addPart(parts, fields.length === 0 ? '{}' : '}');
  } else addPart(parts, JSON.stringify(value));
}
