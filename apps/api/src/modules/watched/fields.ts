import { decodeHTMLStrict } from 'entities';

/** No name of a title, an account or a server is longer. */
const TEXT_MAX = 300;
const ENCODED_MAX = 3_000;

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * One object of a report, whose fields are found by their letters alone: `grandparent_title` is `grandparentTitle`, and
 * `IMDB` is `Imdb`. Products and templates also write numbers, texts and truth values for each other, and null or an
 * empty text for what they do not know.
 */
export class Fields {
  /** Several fields may have the same letters: Plex has `guid`, a text, and `Guid`, a list. */
  readonly #values = new Map<string, unknown[]>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, field] of Object.entries(value)) {
      const key = keyOf(name);
      const known = this.#values.get(key);
      if (known) known.push(field);
      else this.#values.set(key, [field]);
    }
  }

  #all(names: readonly string[]): unknown[] {
    return names.flatMap((name) => this.#values.get(keyOf(name)) ?? []);
  }

  /** Whether the object has one of the fields, though it may be empty. */
  has(...names: string[]): boolean {
    return names.some((name) => this.#values.has(keyOf(name)));
  }

  /** Returns the first field that holds something. */
  value(...names: string[]): unknown {
    return this.#all(names).find((value) => value !== undefined && value !== null && value !== '');
  }

  text(...names: string[]): string | null {
    for (const value of this.#all(names)) {
      const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      // Templates escape texts as if they were HTML: `Fast &amp; Furious`.
      if (text !== '') return decodeHTMLStrict(text.slice(0, ENCODED_MAX)).slice(0, TEXT_MAX);
    }
    return null;
  }

  number(...names: string[]): number | null {
    const text = this.text(...names);
    const value = text === null ? Number.NaN : Number(text.replace(/%$/, ''));
    return Number.isFinite(value) ? value : null;
  }

  /** Returns null where the field is missing or no truth value. */
  truth(...names: string[]): boolean | null {
    const value = this.value(...names);
    if (typeof value === 'boolean') return value;
    if (/^(?:true|yes|1)$/i.test(String(value))) return true;
    return /^(?:false|no|0)$/i.test(String(value)) ? false : null;
  }

  /** Returns the object in a field. Without one, an object without fields. */
  inner(...names: string[]): Fields {
    return new Fields(this.value(...names));
  }

  list(name: string): Fields[] {
    const value = this.#all([name]).find((each) => Array.isArray(each)) ?? [];
    return value.map((each) => new Fields(each));
  }
}
