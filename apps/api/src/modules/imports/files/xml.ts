import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../records.ts';
import { namesTitle } from './flat-records.ts';

/** No export of lists nests deeper. */
const LEVELS_MAX = 20;
/** Maximum number of characters of one element with all its fields, and of its fields. */
const ELEMENT_CHARS = 1_000_000;
const FIELDS_MAX = 1_000;
const DAMAGED = 'This file is not valid XML. Please download it again.';
const TOO_LARGE = 'An entry in this file is too large, or nested too deeply.';
const WITH_DOCTYPE = 'This XML file defines entities of its own, so it is not the export itself.';

/**
 * Streams the elements with one of these names, each as the texts of its child elements by name. The parser knows the five
 * entities of XML and no others, and a file that declares some is refused, so nothing expands.
 * @throws UnreadableFile for broken XML, a document type, and elements beyond the limits.
 */
export async function* xmlElements(
  text: AsyncIterable<string>,
  names: readonly string[],
): AsyncGenerator<{ name: string; fields: ReadonlyMap<string, string> }> {
  const parser = new SaxesParser();
  let found: { name: string; fields: Map<string, string> }[] = [];
  let fields: Map<string, string> | null = null;
  const path: string[] = [];
  let chars = 0;
  let refused: UnreadableFile | null = null;
  const refuse = (message: string, cause?: unknown) => {
    refused ??= new UnreadableFile(message, message === TOO_LARGE ? 'too_large' : 'unreadable_file', {
      cause,
    });
  };
  const addText = (piece: string) => {
    chars += piece.length;
    if (chars > ELEMENT_CHARS) refuse(TOO_LARGE);
    const name = path.at(-1);
    if (fields && name !== undefined && !refused) fields.set(name, (fields.get(name) ?? '') + piece);
  };
  parser.on('error', (error) => refuse(DAMAGED, error));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse(WITH_DOCTYPE);
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length > LEVELS_MAX || (fields?.size ?? 0) > FIELDS_MAX) refuse(TOO_LARGE);
    if (!fields && names.includes(name)) {
      fields = new Map();
      chars = 0;
    }
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (!fields || !names.includes(name)) return;
    found.push({ name, fields });
    fields = null;
    chars = 0;
  });
  for await (const chunk of text) {
    parser.write(chunk);
    if (refused) throw refused;
    yield* found;
    found = [];
  }
  parser.close();
  if (refused) throw refused;
  yield* found;
}

/** What becomes of an element whose children are fields: its attributes and the values of its children by name. */
interface Frame {
  name: string;
  fields: Record<string, unknown>;
  text: string;
  hasFields: boolean;
  hasTitles: boolean;
}

/** Parts of a title that have names too. Kodi calls an episode `episodedetails`. */
const PARTS = /^(?:season|episode)s?$|^episodedetails$/i;

const frameOf = (name: string): Frame => ({
  name,
  fields: Object.create(null),
  text: '',
  hasFields: false,
  hasTitles: false,
});

function addField({ fields }: Frame, name: string, value: unknown): void {
  const known = fields[name];
  // One part is a list of parts too.
  const isPart = PARTS.test(name) && typeof value === 'object';
  if (known === undefined) fields[name] = isPart ? [value] : value;
  else if (Array.isArray(known)) known.push(value);
  else fields[name] = [known, value];
}

/**
 * Streams the elements that name a title, each as an object of its attributes and children, inside the names of the elements
 * around it. A file without such elements is yielded whole.
 * @throws UnreadableFile as `xmlElements` does.
 */
export async function* xmlValues(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  const parser = new SaxesParser();
  const open: Frame[] = [];
  let found: unknown[] = [];
  let chars = 0;
  let refused: UnreadableFile | null = null;
  const refuse = (message: string, cause?: unknown) => {
    refused ??= new UnreadableFile(message, message === TOO_LARGE ? 'too_large' : 'unreadable_file', {
      cause,
    });
  };
  const addText = (piece: string) => {
    chars += piece.length;
    if (chars > ELEMENT_CHARS) refuse(TOO_LARGE);
    const frame = open.at(-1);
    if (frame && !refused) frame.text += piece;
  };
  parser.on('error', (error) => refuse(DAMAGED, error));
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse(WITH_DOCTYPE);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const frame = frameOf(name);
    const parent = open.at(-1);
    if (parent) parent.hasFields = true;
    for (const [field, value] of Object.entries(attributes)) {
      addField(frame, field, String(value));
      frame.hasFields = true;
      chars += field.length + String(value).length;
    }
    chars += name.length;
    if (open.push(frame) > LEVELS_MAX || chars > ELEMENT_CHARS) refuse(TOO_LARGE);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const frame = open.pop();
    if (!frame || refused) return;
    const parent = open.at(-1);
    const isTitle =
      frame.hasFields &&
      !frame.hasTitles &&
      !PARTS.test(frame.name) &&
      Object.keys(frame.fields).some(namesTitle);
    if (isTitle || !parent) {
      if (!frame.hasTitles)
        found.push(
          [...open, frame].reduceRight<unknown>((inner, { name }) => ({ [name]: [inner] }), frame.fields),
        );
      if (parent) parent.hasTitles = true;
      chars = 0;
      return;
    }
    if (frame.hasTitles) parent.hasTitles = true;
    else addField(parent, frame.name, frame.hasFields ? frame.fields : frame.text.trim());
  });
  for await (const chunk of text) {
    parser.write(chunk);
    if (refused) throw refused;
    yield* found;
    found = [];
  }
  parser.close();
  if (refused) throw refused;
  yield* found;
}
