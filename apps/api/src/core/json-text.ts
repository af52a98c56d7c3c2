import type { MediumCard, ProviderMedium } from '@marquee/contracts';

/**
 * A title or an offer that is already JSON. The snapshot keeps the fields that are the same for all callers as JSON,
 * because making objects of them for every reply, only to write them again, would take most of a page's time. So a reply
 * is a value that has such texts in some places, and `writeJson` fills them in.
 */
export class JsonText {
  readonly #fields: string;
  readonly #localTitle: ((languages: readonly string[]) => string | null) | undefined;

  /**
   * @param fields the text of an object without its closing brace, and with at least one field.
   * @param localTitle finds the value of `local_title`, which depends on the languages of the reader.
   */
  constructor(fields: string, localTitle?: (languages: readonly string[]) => string | null) {
    this.#fields = fields;
    this.#localTitle = localTitle;
  }

  /** Returns the same object with further fields, at least one. */
  with(further: object): JsonText {
    return new JsonText(`${this.#fields},${JSON.stringify(further).slice(1, -1)}`, this.#localTitle);
  }

  write(languages: readonly string[]): string {
    if (!this.#localTitle) return `${this.#fields}}`;
    return `${this.#fields},"local_title":${JSON.stringify(this.#localTitle(languages))}}`;
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

/**
 * Returns JSON like `JSON.stringify`, with the texts of titles for a reader of these languages. The parts are added and
 * not joined, because V8 then copies each of them only once, when the reply is sent.
 */
export function writeJson(value: unknown, languages: readonly string[]): string {
  if (value instanceof JsonText) return value.write(languages);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let parts = '';
  if (Array.isArray(value)) {
    for (const each of value) parts += `${parts && ','}${writeJson(each, languages)}`;
    return `[${parts}]`;
  }
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) parts += `${parts && ','}${JSON.stringify(name)}:${writeJson(field, languages)}`;
  return `{${parts}}`;
}
