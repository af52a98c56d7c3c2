// Generates the inputs of the suite by way in (ways-in.int.test.ts).
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { bodyLimitOf, type RouteContract, type RouteKey, type Routes, routes } from '@marquee/contracts';
import type { PrismaClient } from '@marquee/prisma';
import { Zip, type ZipInputFile, type Zippable, zipSync } from 'fflate';
import { createList, createMedium, createRound, createUser, createWatchHook } from './factories.ts';
import { escapedJson, largestBody } from './largest-body.ts';
import type { World } from './matrix.ts';
import type { Random } from './random.ts';

export interface HostileInput {
  kind: 'deep' | 'wide' | 'long' | 'colliding' | 'truncated' | 'doubled' | 'wrong encoding' | 'bomb';
  body: Buffer;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

const isKey = (key: string): key is RouteKey => key in routes;
/** Every call that a client can send a body to, so that a new call is attacked without an entry here. */
export const waysIn = Object.keys(routes)
  .filter(isKey)
  .filter((key) => !key.startsWith('GET '));

/** Creates a user with a list and a round, and the ids that the requests of the matrix need. */
export async function createCaller(prisma: PrismaClient) {
  const [user, medium] = await Promise.all([createUser(prisma), createMedium(prisma)]);
  const list = await createList(prisma, user, { media: [medium] });
  const round = await createRound(prisma, user, [medium]);
  const waiting = await prisma.roundWaiting.create({
    data: { roundId: round.id, guestName: 'Somebody', guestKeyHash: 'hash' },
  });
  const world: World = {
    medium: medium.id,
    otherMedium: medium.id,
    offer: 1,
    person: 1,
    genre: 1,
    provider: 1,
    list: list.id,
    shareCode: list.shareCode,
    code: 'unknown',
    interaction: 1,
    email: user.email,
    round: round.code,
    shortCode: round.shortCode ?? '',
    waiting: waiting.id,
    hook: await createWatchHook(prisma, user),
    key: 'unknown',
  };
  return { user, world };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const MB = 2 ** 20;

/** Nine-digit texts whose hashes are equal in Node 24.9. */
const collidingTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => String(32_768 * (3_052 + at)));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON of a value in which one field, at any depth, is replaced by this JSON. */
function withField(value: unknown, json: string, random: Random): string {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || keys.length === 0) return json;
  const chosen = random.pick(keys);
  const fields = keys.map(
    (key) =>
      `${JSON.stringify(key)}:${key === chosen ? withField(value[key], json, random) : JSON.stringify(value[key])}`,
  );
  return `{${fields.join(',')}}`;
}

/** Repeats a text as often as it fits. */
const fill = (bytes: number, part: string): string =>
  part.repeat(Math.max(1, Math.floor(bytes / part.length)));
const nested = (bytes: number): string => fill(bytes / 2, '[') + fill(bytes / 2, ']');

/**
 * Returns the hostile bodies of a call: each kind at the size of the call's limit, as the whole body and in place of a
 * field of a valid body.
 */
export function hostileBodies(contract: RouteContract, valid: unknown, random: Random): HostileInput[] {
  const limit = bodyLimitOf(contract);
  // Leaves room for the valid fields beside a hostile one.
  const room = limit - Math.min(8_192, JSON.stringify(valid ?? {}).length + 64);
  const text = JSON.stringify(valid ?? {});
  const numbers = collidingTexts(Math.floor(room / 16));
  const hostile: [HostileInput['kind'], string][] = [
    ['deep', nested(room)],
    ['deep', `${fill(room / 2 - 8, '{"a":')}1${'}'.repeat(Math.floor((room / 2 - 8) / 5))}`],
    [
      'wide',
      `{${Array.from({ length: Math.floor(room / 12) }, (_, at) => `"k${at}":1`).join(',')}}`.slice(0, room),
    ],
    ['wide', `[${fill(room - 8, '0,')}0]`],
    ['wide', `[${fill(room - 8, '{},')}0]`],
    [
      'wide',
      `[${Array.from({ length: Math.floor(room / 14) }, (_, at) => `{"k${at}":1}`).join(',')}]`.slice(
        0,
        room,
      ),
    ],
    ['long', `"${fill(room - 8, 'a')}"`],
    ['long', fill(room - 8, '9')],
    ['colliding', JSON.stringify(numbers)],
    ['colliding', `{${numbers.map((number) => `"${number}":1`).join(',')}}`.slice(0, room)],
  ];
  const cut = random.below(Math.max(1, text.length - 1));
  const inputs: HostileInput[] = [
    ...hostile.flatMap(([kind, json]) => [
      { kind, body: Buffer.from(json) },
      { kind, body: Buffer.from(withField(valid, json, random)) },
    ]),
    {
      kind: 'long',
      body: Buffer.from(escapedJson(contract.body ? largestBody(contract.body) : {})).subarray(0, limit),
    },
    { kind: 'truncated', body: Buffer.from(text.slice(0, cut)) },
    { kind: 'doubled', body: Buffer.from(text + text) },
    { kind: 'doubled', body: Buffer.from(`${text.slice(0, -1)},${text.slice(1)}`) },
    { kind: 'wrong encoding', body: Buffer.from(text, 'utf16le') },
    { kind: 'wrong encoding', body: Buffer.from(withField(valid, '"\\ud800\\u0000"', random)) },
    {
      kind: 'wrong encoding',
      body: Buffer.from(Array.from({ length: 1_000 }, () => 128 + random.below(128))),
    },
    {
      kind: 'bomb',
      body: gzipSync(Buffer.alloc(10 * MB, '[')),
      headers: { 'content-encoding': 'gzip' },
    },
  ];
  return inputs.map((input) => ({ ...input, headers: { ...JSON_TYPE, ...input.headers } }));
}

type UploadKey = { [K in RouteKey]: Routes[K] extends { upload: true } ? K : never }[RouteKey];

const zip = (files: Zippable): Buffer => Buffer.from(zipSync(files, { level: 9 }));

/** Returns a ZIP with one file of zeros. Compresses with zlib, because fflate takes 16 s for 220 MB. */
function zipOfZeros(filename: string, size: number): Buffer {
  const content = Buffer.alloc(size);
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const file: ZipInputFile = { filename, size, crc: crc32(content), compression: 8 };
  archive.add(file);
  file.ondata?.(null, deflateRawSync(content), true);
  archive.end();
  return Buffer.concat(parts);
}

/** Returns the hostile files of an upload for an import. */
function importFiles(random: Random): HostileInput[] {
  const csv = 'Const,Your Rating,Title,Date Rated\ntt0078748,9,Alien,2020-05-01\n';
  const archive = zip({ 'ratings.csv': Buffer.from(`Date,Name,Year,Rating\n2020-05-01,Alien,1979,4.5\n`) });
  const file = (kind: HostileInput['kind'], source: string, body: Buffer): HostileInput => ({
    kind,
    body,
    query: { source },
    headers: { 'content-type': 'application/octet-stream' },
  });
  const json = (text: string): Buffer => Buffer.from(text);
  /** A file for a reader of tables, which is also tried without its name. */
  const table = (kind: HostileInput['kind'], body: string | Buffer): HostileInput => {
    const source = random.pick(['yamtrack', 'movary', 'criticker', 'csv', '']);
    return { ...file(kind, source, Buffer.from(body)), ...(source === '' && { query: {} }) };
  };
  const tracker = (kind: HostileInput['kind'], text: string): HostileInput =>
    file(kind, random.pick(['simkl', 'ryot', 'watcharr']), json(text));
  const header =
    'media_id,source,media_type,film,title,year,tmdbId,imdbId,watchedAt,userRating,score,status,date_rated\n';
  const row = '348,tmdb,movie,Alien,Alien,1979,348,tt0078748,2020-05-01,9,9,Completed,2020-05-01\n';
  const item = '{"status":"completed","movie":{"title":"Alien","year":1979,"ids":{"simkl":1}}}';
  /** Each of them takes seconds to read, so a seed gets some of them. */
  const ofMany = [
    tracker('deep', `{"movies":[${item},${nested(5 * MB)}]}`),
    tracker('deep', `{"metadata":${nested(5 * MB)}}`),
    tracker('wide', `{"movies":[${fill(5 * MB, `${item},`)}${item}]}`),
    // One value with more entries than an import may have.
    tracker(
      'wide',
      `{"metadata":[{"lot":"movie","source":"tmdb","identifier":1,"seen_history":[${fill(9 * MB, '{},')}{}]}]}`,
    ),
    tracker(
      'long',
      `[{"content":{"type":"movie","title":"${fill(9 * MB, 'a')}"},"rating":${fill(MB, '9')}}]`,
    ),
    tracker('doubled', `{"movies":[${item}]}`.repeat(2)),
    tracker('wrong encoding', `{"movies":[${item.replace('Alien', '\\ud800\\u0000')}]}`),
    table('deep', `${header}${fill(MB, '"')}\n${fill(MB, '"a""\n')}`),
    table('wide', `${fill(1.5 * MB, 'title,')}year,imdb_id\n${fill(1.5 * MB, 'a,')}\n`),
    table('wide', `${header}${fill(3 * MB, row)}`.repeat(2)),
    // More rows than an import may have.
    table('wide', `${header}${fill(24 * MB, row)}`),
    table('long', `${header}348,tmdb,movie,Alien,Alien,1979,348,tt0078748,,"1${fill(1.5 * MB, ' ')}x",9,,\n`),
    table('long', header + fill(1.5 * MB, '9')),
    table('doubled', `${header}${row}${header}${row}`),
    table('truncated', `${header}${row}"Alien`),
    table('wrong encoding', `${header}${row.replaceAll('Alien', '\u0000=cmd|A1\u2028')}`),
    table('wrong encoding', Buffer.from(header + row, 'utf16le').subarray(1)),
  ];
  return [
    file('deep', 'trakt', zip({ 'watched-movies.json': Buffer.alloc(9_900_000, '[') })),
    file('deep', 'marquee', json(nested(5 * MB))),
    file('wide', 'imdb', Buffer.from(`${fill(2 * MB, 'Const,')}\n${fill(2 * MB, 'tt1,')}\n`)),
    file(
      'wide',
      'letterboxd',
      zip(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}.csv`, new Uint8Array()]))),
    ),
    file('long', 'netflix', Buffer.from(`Title,Date\n"${fill(10 * MB, 'a')}`)),
    file('long', 'movielens', Buffer.alloc(5 * MB, '9')),
    file(
      'colliding',
      'jellyfin',
      json(
        `{${collidingTexts(30_000)
          .map((number) => `"${number}":{}`)
          .join(',')}}`,
      ),
    ),
    file('truncated', 'letterboxd', archive.subarray(0, 1 + random.below(archive.length - 1))),
    file('doubled', 'letterboxd', Buffer.concat([archive, archive])),
    file('wrong encoding', 'imdb', Buffer.from(csv, 'utf16le')),
    file('wrong encoding', 'plex', Buffer.from(Array.from({ length: 100_000 }, () => random.below(256)))),
    file('bomb', 'letterboxd', zipOfZeros('ratings.csv', 220 * MB)),
    ...Array.from({ length: 6 }, () => random.pick(ofMany)),
  ];
}

/** The files of every call with an upload. A missing entry is a compile error. */
const UPLOADS: { [K in UploadKey]: (random: Random) => HostileInput[] } = {
  'POST /api/v1/user/imports': importFiles,
};

const isUpload = (key: RouteKey): key is UploadKey => key in UPLOADS;

/** Returns the hostile forms of the call that reads forms, up to the call's limit. */
function hostileForms(contract: RouteContract, random: Random): HostileInput[] {
  const limit = bodyLimitOf(contract) - 1_024;
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = (kind: HostileInput['kind'], parts: string, boundary = 'x'): HostileInput => ({
    kind,
    body: Buffer.from(`${parts}--x--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const many = Array.from({ length: Math.floor(limit / 64) }, (_, at) => field(`f${at}`, '1')).join('');
  return [
    form('deep', field('payload', nested(limit / 2))),
    form('wide', many.slice(0, limit)),
    form('wide', `--x\r\n${fill(limit - 64, 'a: b\r\n')}\r\n`),
    form('long', field('payload', fill(limit - 128, 'a'))),
    form('long', field(fill(limit - 128, 'a'), '{}')),
    form('colliding', field('payload', JSON.stringify(collidingTexts(30_000)))),
    form('truncated', many.slice(0, random.below(many.length))),
    // Ends within a picture.
    form('truncated', field('thumb"; filename="a.jpg', fill(50_000, 'a')).slice(0, -random.below(1_000) - 4)),
    form('doubled', field('payload', '{}').repeat(2_000)),
    form('wrong encoding', field('payload', '\ud800\u0000')),
    form('wrong encoding', field('payload', '{}'), fill(5_000, 'x')),
  ];
}

/** Headers that are no lists of languages, or very long ones. Node refuses a head over 16 kB before the API sees it. */
const LANGUAGES = [
  Array.from({ length: 1_500 }, (_, at) => `aa-${at}`).join(),
  `${'pl-'.repeat(2_000)}PL`,
  'pl;q=;q=1e999,*;q=-1,;,;;=,__proto__,constructor;q=1',
  `en${';q=1'.repeat(2_000)}`,
];

/** Returns the hostile inputs of any call: files for an upload, else bodies derived from the call's contract. */
export const hostileInputs = (
  key: RouteKey,
  contract: RouteContract,
  valid: unknown,
  random: Random,
): HostileInput[] =>
  (isUpload(key)
    ? UPLOADS[key](random)
    : [
        ...hostileBodies(contract, valid, random),
        ...(key === 'POST /hooks/watched/{secret}' ? hostileForms(contract, random) : []),
      ]
  ).map((input, at) => ({
    ...input,
    headers: { 'accept-language': LANGUAGES[at % LANGUAGES.length] ?? '', ...input.headers },
  }));
