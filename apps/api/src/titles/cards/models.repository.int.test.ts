import type { ModelMeta } from '@marquee/recommender';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, createWithTransaction } from '#src/data/database.ts';
import { connectReader } from '#src/data/reader.ts';
import { createRepositories, type Repositories } from '#src/repositories.ts';
import { testDatabaseUrl } from '../../../test/database.ts';
import { type ActiveModelRepository, createActiveModelRepository } from './active-model.repository.ts';

const meta: ModelMeta = {
  format: 1,
  kind: 'trained',
  seed: 1,
  hyper: {},
  data: { ratings: 1, people: 1, items: 1 },
  heldout: null,
  rivals: { content: null, previous: null },
  arrays: [],
};

/** Model bytes that need more than two parts. Each value depends on its position. */
const large = Uint8Array.from(new Uint32Array(18 * 2 ** 20), (_, i) => (i * 31) ^ (i >>> 13));
const small = Uint8Array.of(1, 2, 3);

let url: string;
let prisma: ReturnType<typeof connectDatabase>;
let models: Repositories['models'];
let reader: ReturnType<typeof connectReader>;
let stored: ActiveModelRepository;
let listener: pg.Client;
const heard: string[] = [];

beforeAll(async () => {
  url = await testDatabaseUrl();
  prisma = connectDatabase(url, 2);
  models = createRepositories(prisma).models;
  reader = connectReader(url);
  stored = createActiveModelRepository(reader.read);
  listener = new pg.Client({ connectionString: url });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query('LISTEN marquee_catalogue');
});

afterAll(async () => {
  await listener.end();
  await reader.close();
  await prisma.$disconnect();
});

const activate = (bytes: Uint8Array<ArrayBuffer>, replaced: number | null) =>
  createWithTransaction(
    prisma,
    createRepositories,
    () => undefined,
  )((repos) => repos.models.activate(bytes, meta, replaced));
const goBack = (version: number) =>
  createWithTransaction(prisma, createRepositories, () => undefined)((repos) => repos.models.goBack(version));
const statuses = async () => (await models.list()).map(({ version, status }) => `${version} ${status}`);
const keptWhole = async () => {
  const parts = await prisma.recommenderModelPart.findMany({
    select: { model: { select: { version: true } } },
  });
  return [...new Set(parts.map(({ model }) => model.version))].sort();
};
/**
 * Returns the notifications since the last call. PostgreSQL sends notifications before the reply to `SELECT
 * 1`.
 */
const news = async () => {
  await listener.query('SELECT 1');
  return heard.splice(0);
};

describe('models', () => {
  it('are read back unchanged when they are larger than one part', async () => {
    expect(await stored.findActive()).toBeNull();
    expect(await activate(large, null)).toBe(1);
    const active = await stored.findActive();
    expect(active?.version).toBe(1);
    expect(active?.meta).toEqual(meta);
    expect(await prisma.recommenderModelPart.count()).toBeGreaterThan(1);
    // Compare buffers, because an expectation for each of 18 million bytes is slow.
    expect(Buffer.compare(active?.bytes ?? small, large)).toBe(0);
    expect(await news()).toEqual(['model']);
  });

  it('do not replace the model in use and send no notification when they are refused', async () => {
    expect(await models.refuse(meta, 'worse')).toBe(2);
    expect(await statuses()).toEqual(['2 refused', '1 active']);
    expect(await news()).toEqual([]);
  });

  it('keep their bytes while they are active or previous, and later keep only their record', async () => {
    expect(await activate(small, 1)).toBe(3);
    expect(await keptWhole()).toEqual([1, 3]);
    expect(await activate(small, 3)).toBe(4);
    expect(await statuses()).toEqual(['4 active', '3 previous', '2 refused', '1 retired']);
    expect(await keptWhole()).toEqual([3, 4]);
    expect(await news()).toEqual(['model', 'model']);
  });

  it('are not put in use when the model in use has changed since the comparison', async () => {
    expect(await activate(small, 3)).toBeNull();
    expect(await activate(small, null)).toBeNull();
    expect(await statuses()).toEqual(['4 active', '3 previous', '2 refused', '1 retired']);
    expect(await news()).toEqual([]);
  });

  it('are put back in use by goBack only when their status is `previous`', async () => {
    expect(await goBack(1)).toBe(false);
    expect(await goBack(4)).toBe(false);
    expect(await news()).toEqual([]);
    expect(await goBack(3)).toBe(true);
    expect(await statuses()).toEqual(['4 previous', '3 active', '2 refused', '1 retired']);
    expect(Buffer.compare((await stored.findActive())?.bytes ?? large, small)).toBe(0);
    expect(await news()).toEqual(['model']);
    expect(await goBack(4)).toBe(true);
    expect(await statuses()).toEqual(['4 active', '3 previous', '2 refused', '1 retired']);
  });
});
