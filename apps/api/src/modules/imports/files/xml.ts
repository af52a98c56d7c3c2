import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../records.ts';

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
