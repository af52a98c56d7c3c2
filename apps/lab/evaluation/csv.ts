/** Columns of a CSV file with a header. A label is stored as an index into a list of distinct texts. */
export interface Columns {
  readonly rows: number;
  readonly numbers: Readonly<Record<string, Float64Array>>;
  readonly labels: Readonly<
    Record<string, { readonly codes: Int32Array; readonly names: readonly string[] }>
  >;
}

export interface Wanted {
  /** The names of the columns with decimal numbers. Any other value throws an error with its line number. */
  readonly numbers: readonly string[];
  /**
   * The names of the columns with ids, which are 32-bit integers. Any other value throws an error with its
   * line number.
   */
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}

const BLANK = 32;
const COMMA = 44;
const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Reads the wanted columns of a CSV file in UTF-8. Creates no strings for numbers, so ten million ratings
 * take a few seconds.
 * @param bytes may contain a byte order mark, CRLF, quotes, blank lines and additional columns.
 * @throws RangeError with the line or the column in its message.
 */
export function readColumns(bytes: Uint8Array, wanted: Wanted): Columns {
  const cursor = { at: 0 };
  const decoder = new TextDecoder();
  const header = readNames(bytes, cursor);

  const kindOf = header.map((name) =>
    wanted.numbers.includes(name)
      ? 'number'
      : wanted.ids.includes(name)
        ? 'id'
        : wanted.labels.includes(name)
          ? 'label'
          : '',
  );
  for (const name of [...wanted.numbers, ...wanted.ids, ...wanted.labels]) {
    if (!header.includes(name))
      throw new RangeError(`the file has no column "${name}"; it has ${header.join(', ')}`);
  }

  const columns = header.map(() => new Grower());
  const interned = header.map(() => new Map<string, number>());
  let line = 1;
  while (cursor.at < bytes.length) {
    line++;
    if (bytes[cursor.at] === LF || bytes[cursor.at] === CR) {
      cursor.at++;
      if (bytes[cursor.at - 1] === CR && bytes[cursor.at] === LF) cursor.at++;
      continue;
    }
    let c = 0;
    let more = true;
    while (more) {
      more = readField(bytes, cursor, (from, to, quoted) => {
        const kind = kindOf[c];
        if (kind === '' || kind === undefined) return;
        if (kind === 'label') {
          const map = interned[c];
          const key = text(bytes, from, to, quoted, decoder).trim();
          const code = map.get(key) ?? map.size;
          map.set(key, code);
          columns[c].push(code);
          return;
        }
        const value = numberAt(bytes, from, to);
        if (kind === 'id' ? value !== (value | 0) : Number.isNaN(value)) {
          const wanted = kind === 'id' ? 'a whole number below 2^31' : 'a number';
          const found = text(bytes, from, to, quoted, decoder);
          throw new RangeError(`line ${line}: ${header[c]} is not ${wanted}: "${found}"`);
        }
        columns[c].push(value);
      });
      c++;
    }
    if (c < header.length)
      throw new RangeError(`line ${line}: ${c} fields where the header has ${header.length}`);
  }

  const numbers: Record<string, Float64Array> = {};
  const labels: Record<string, { codes: Int32Array; names: string[] }> = {};
  let rows = 0;
  header.forEach((name, c) => {
    if (kindOf[c] === '') return;
    rows = columns[c].length;
    if (kindOf[c] === 'label')
      labels[name] = { codes: Int32Array.from(columns[c].done()), names: [...interned[c].keys()] };
    else numbers[name] = columns[c].done();
  });
  return { rows, numbers, labels };
}

/** Returns the names of a CSV file's columns. */
export function readHeader(bytes: Uint8Array): string[] {
  return readNames(bytes, { at: 0 });
}

/** Reads the first line and leaves the cursor at the second line. */
function readNames(bytes: Uint8Array, cursor: { at: number }): string[] {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) cursor.at = 3;
  const decoder = new TextDecoder();
  const names: string[] = [];
  while (
    readField(bytes, cursor, (from, to, quoted) => names.push(text(bytes, from, to, quoted, decoder).trim()))
  );
  return names;
}

/** Reads one field and its delimiter. Returns whether the line continues. */
function readField(
  bytes: Uint8Array,
  cursor: { at: number },
  found: (from: number, to: number, quoted: boolean) => void,
): boolean {
  let at = cursor.at;
  const quoted = bytes[at] === QUOTE;
  let from = at;
  let to: number;
  if (quoted) {
    from = ++at;
    while (at < bytes.length && !(bytes[at] === QUOTE && bytes[at + 1] !== QUOTE))
      at += bytes[at] === QUOTE ? 2 : 1;
    to = at++;
    while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) at++;
  } else {
    while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) at++;
    to = at > from && bytes[at - 1] === CR ? at - 1 : at;
  }
  found(from, to, quoted);
  cursor.at = at + 1;
  return at < bytes.length && bytes[at] === COMMA;
}

function text(
  bytes: Uint8Array,
  from: number,
  to: number,
  quoted: boolean,
  decoder: InstanceType<typeof TextDecoder>,
): string {
  const raw = decoder.decode(bytes.subarray(from, to));
  return quoted ? raw.replaceAll('""', '"') : raw;
}

/**
 * Parses a decimal number between optional blanks. Returns NaN for any other field, also for an empty field.
 */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to && bytes[from] === BLANK) from++;
  while (to > from && bytes[to - 1] === BLANK) to--;
  let whole = 0;
  let scale = 0;
  let digits = 0;
  let sign = 1;
  for (let k = from; k < to; k++) {
    const b = bytes[k];
    if (b >= 48 && b <= 57) {
      whole = whole * 10 + (b - 48);
      scale *= 10;
      digits++;
    } else if (b === 46 && scale === 0) scale = 1;
    else if (b === 45 && k === from) sign = -1;
    else return Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  return (sign * whole) / (scale === 0 ? 1 : scale);
}

/** A Float64Array that grows on demand. */
class Grower {
  #data = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length++] = value;
  }

  done(): Float64Array {
    return this.#data.slice(0, this.length);
  }
}
