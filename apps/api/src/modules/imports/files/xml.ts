import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../records.ts';
import { namesTitle } from './flat-records.ts';

/** No export of lists nests deeper. */
const LEVELS_MAX = 20;
/** Maximum number of characters of one element with all its fields. */
const ELEMENT_CHARS = 1_000_000;
const DAMAGED = 'This file is not valid XML. Please download it again.';
const TOO_LARGE = 'An entry in this file is too large, or nested too deeply.';
const WITH_DOCTYPE = 'This XML file defines entities of its own, so it is not the export itself.';

/** What becomes of an element whose children are fields: its attributes and the values of its children by name. */
interface Frame {
  name: string;
  fields: Record<string, unknown>;
  text: string;
  hasFields: boolean;
  hasEntries: boolean;
}

/** Parts of a title that have names too. Kodi calls an episode `episodedetails`. */
const PARTS = /^(?:season|episode)s?$|^episodedetails$/i;

const frameOf = (name: string): Frame => ({
  name,
  fields: Object.create(null),
  text: '',
  hasFields: false,
  hasEntries: false,
});

function addField({ fields }: Frame, name: string, value: unknown): void {
  const known = fields[name];
  // One part is a list of parts too.
  const isPart = PARTS.test(name) && typeof value === 'object';
  if (known === undefined) fields[name] = isPart ? [value] : value;
  else if (Array.isArray(known)) known.push(value);
  else fields[name] = [known, value];
}

/** What is beside entries is never yielded, so a long file with much of it must not keep it. */
function holdEntries(frame: Frame): void {
  frame.hasEntries = true;
  frame.fields = Object.create(null);
  frame.text = '';
}

type Fields = Readonly<Record<string, unknown>>;

/** An element with its attributes and children, and the names of the elements around it. */
interface XmlEntry {
  name: string;
  fields: Fields;
  around: readonly string[];
}

/**
 * Streams the elements with fields that are entries. A file without any is yielded whole. The parser knows the five entities of
 * XML and no others, and a file that declares some is refused, so nothing expands.
 * @throws UnreadableFile for broken XML, a document type, and elements beyond the limits.
 */
export async function* xmlEntries(
  text: AsyncIterable<string>,
  isEntry: (name: string, fields: Fields) => boolean,
): AsyncGenerator<XmlEntry> {
  const parser = new SaxesParser();
  const open: Frame[] = [];
  let found: XmlEntry[] = [];
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
    if (frame && !frame.hasEntries && !refused) frame.text += piece;
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
    const { name, fields, hasFields, hasEntries } = frame;
    if (!parent || (hasFields && !hasEntries && isEntry(name, fields))) {
      if (!hasEntries) found.push({ name, fields, around: open.map((each) => each.name) });
      if (parent) holdEntries(parent);
      chars = 0;
      return;
    }
    if (hasEntries) holdEntries(parent);
    else if (!parent.hasEntries) addField(parent, name, hasFields ? fields : frame.text.trim());
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

const isTitle = (name: string, fields: Fields): boolean =>
  !PARTS.test(name) && Object.keys(fields).some(namesTitle);

/** Streams the elements that name a title, each as an object inside the names of the elements around it. */
export async function* xmlValues(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  for await (const { name, fields, around } of xmlEntries(text, isTitle))
    yield [...around, name].reduceRight<unknown>((inner, each) => ({ [each]: [inner] }), fields);
}
