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

  /** Returns the parts of the whole object. */
  partsFor(languages: readonly string[]): Part[] {
    const localTitle = this.#localTitle && `,"local_title":${JSON.stringify(this.#localTitle(languages))}`;
    return [...this.#parts, `${localTitle ?? ''}}`];
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

/** Adds the JSON of a value part by part. */
export function addParts(parts: Part[], value: unknown, languages: readonly string[]): void {
  if (value instanceof JsonText) parts.push(...value.partsFor(languages));
  else if (Array.isArray(value)) {
    parts.push('[');
    value.forEach((each, at) => {
      if (at > 0) parts.push(',');
      addParts(parts, each, languages);
    });
    parts.push(']');
  } else if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.forEach(([name, field], at) => {
      parts.push(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      addParts(parts, field, languages);
    });
    parts.push(fields.length === 0 ? '{}' : '}');
  } else parts.push(JSON.stringify(value));
}
