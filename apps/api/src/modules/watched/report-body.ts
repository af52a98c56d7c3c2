import { Busboy } from '@fastify/busboy';
import { WATCHED_BODY_BYTES } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import { createShapeCheck } from '#src/core/json-shape.ts';
import { Fields } from './fields.ts';

/** More than a report has. Jellyfin sends eight fields for each of the subtitles. */
const SHAPE = { fields: 2_000, parts: 10_000, values: 25_000 };
/** The fields of a form that hold a whole report: Plex's and Emby's. A picture beside it is dropped. */
const FORM_FIELDS = ['payload', 'data'];
const PIECE_BYTES = 16 * 1_024;
/** A template sends each of its fields as a part. */
const PARTS_MAX = 40;
const FORM = { parts: PARTS_MAX, headerPairs: 10, headerSize: 2_000, fieldSize: WATCHED_BODY_BYTES };
/** Where automations put the report that they pass on, in the order of trying. */
const WRAPPERS = ['body', 'json', 'payload', 'data', 'params'];
const WRAPPED_MAX = 4;

function parseJson(text: string): unknown {
  if (createShapeCheck(SHAPE)(text)) throw new AppError('bad_request');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

/**
 * Reads the fields of a multipart form piece by piece, because the parser goes on to the end of a piece after a limit: a
 * whole megabyte of small parts would take a tenth of a second. Stops at the field that holds a whole report.
 */
function readParts(contentType: string, body: Buffer): Promise<Map<string, string>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
  const fields = new Map<string, string>();
  let isOver = false;
  const refuse = (cause?: unknown) => {
    isOver = true;
    reject(new AppError('bad_request', { cause }));
  };
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: FORM });
    form.on('field', (name, value) => {
      if (!fields.has(name)) fields.set(name, value);
      if (FORM_FIELDS.includes(name)) resolve(fields);
    });
    // A form may end within the picture. Its report is complete then, or `finish` refuses the form.
    form.on('file', (_name, picture) => picture.on('error', () => undefined).resume());
    for (const event of ['error', 'partsLimit', 'fieldsLimit'] as const) form.on(event, refuse);
    // Without effect when the report was found.
    form.on('finish', () => (fields.size > 0 ? resolve(fields) : refuse()));
    for (let at = 0; at < body.length && !isOver; at += PIECE_BYTES)
      form.write(body.subarray(at, at + PIECE_BYTES));
    form.end();
  } catch (cause) {
    refuse(cause);
  }
  return promise;
}

function readPairs(text: string): Map<string, string> {
  if (!text.includes('=') || text.split('&', SHAPE.fields + 1).length > SHAPE.fields)
    throw new AppError('bad_request');
  return new Map(new URLSearchParams(text));
}

/** Returns the report in one field of a form, or else an object of all its fields. */
function fromForm(fields: ReadonlyMap<string, string>): unknown {
  const whole = FORM_FIELDS.map((name) => fields.get(name)).find((value) => value && isJson(value));
  return whole === undefined ? Object.fromEntries(fields) : parseJson(whole);
}

/** Returns the object and those inside it that an automation may have wrapped, the outermost first. */
function* unwrapped(value: unknown, depth = 0): Generator<Fields> {
  const inner = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return;
  const fields = new Fields(inner);
  yield fields;
  if (depth === WRAPPED_MAX) return;
  for (const name of WRAPPERS) {
    const within = fields.value(name);
    yield* unwrapped(typeof within === 'string' && isJson(within) ? parseJson(within) : within, depth + 1);
  }
}

/**
 * Reads the objects of a body that may be a report: JSON, a multipart form or urlencoded pairs. Servers and templates name
 * wrong content types (Jellyfin calls its JSON `text/plain`, curl calls it a form), so only that of a multipart form, which
 * has the boundary, decides. A byte order mark is dropped.
 * @throws AppError bad_request for anything else.
 */
export async function readBody(contentType: string, body: Buffer): Promise<Fields[]> {
  if (/^multipart\/form-data\b/i.test(contentType))
    return [...unwrapped(fromForm(await readParts(contentType, body)))];
  const isWide = body[0] === 0xff && body[1] === 0xfe;
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(body);
  return [...unwrapped(isJson(text) ? parseJson(text) : fromForm(readPairs(text)))];
}
