import { createHash } from 'node:crypto';
import type { PrismaClient } from '@marquee/prisma';
import {
  type Lookups,
  type PendingTitle,
  prepareBatch,
  writeBatch,
} from '#src/modules/catalogue/batch-writer.ts';
import { createCatalogueRepository, type IdRecord } from '#src/modules/catalogue/catalogue.repository.ts';
import { parseFeedLine } from '#src/modules/catalogue/feed/feed.ts';
import { toIds } from '#src/modules/catalogue/title-records.ts';
import { betterFacts, betterOffers } from './precedence.ts';
import { SOURCE_NAMES, type TitleSource } from './source.ts';
import {
  createSyncRepository,
  type Listing,
  type StoredLine,
  type SyncRepository,
} from './sync.repository.ts';

/** Increase this number when the writer stores the same line differently. The next full run then writes every title. */
const WRITER_VERSION = 3;
const TIMEOUT_MS = 60_000;

export interface Written {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Number of lines with a wrong format, or with a second key for a title that already has a key. */
  refused: number;
}

/** A line to write. `mediumId` is the title that the line describes, or null for a new title. */
interface Draft {
  stored: StoredLine;
  pending: PendingTitle;
  mediumId: number | null;
}

const keyOf = ({ scheme, type, value }: IdRecord): string => `${scheme} ${type} ${value}`;

/** Finds the stored titles of new keys by public id. IMDb ids take precedence over TMDB ids. */
async function matchByIds(sync: SyncRepository, drafts: readonly Draft[]): Promise<void> {
  const unknown = drafts.filter(({ mediumId }) => mediumId === null);
  const found = await sync.findByIds(unknown.flatMap(({ pending }) => toIds(pending.feed)));
  const byId = new Map(found.map((row) => [keyOf(row), row.medium_id]));
  for (const draft of unknown) {
    for (const id of toIds(draft.pending.feed)) draft.mediumId ??= byId.get(keyOf(id)) ?? null;
  }
}

/** Keeps one key per title: the listed key, or the first key when no key is listed. */
async function withoutTwins(
  sync: SyncRepository,
  listing: Listing,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const known = drafts.flatMap(({ mediumId }) => mediumId ?? []);
  const owners = new Map(
    (await sync.listKeysOf(listing, known)).map((row) => [row.mediumId, `${row.type} ${row.externalId}`]),
  );
  const taken = new Set<string>();
  return drafts.filter(({ mediumId, stored, pending }) => {
    const key = `${stored.type} ${stored.external_id}`;
    const owner = mediumId === null ? undefined : owners.get(mediumId);
    if (owner !== undefined && owner !== key) return false;
    const names = [...toIds(pending.feed).map(keyOf), ...(mediumId === null ? [] : [`title ${mediumId}`])];
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

/** Marks drafts whose title belongs to another source. Decides whether the facts of these drafts are written. */
async function markMerged(
  sync: SyncRepository,
  source: TitleSource,
  drafts: readonly Draft[],
): Promise<void> {
  const matched = new Map(
    (await sync.listMatched(drafts.flatMap(({ mediumId }) => mediumId ?? []))).map((row) => [row.id, row]),
  );
  const better: readonly string[] = betterFacts(source.name);
  for (const { mediumId, pending } of drafts) {
    const title = mediumId === null ? undefined : matched.get(mediumId);
    if (!title) continue;
    pending.isStored = true;
    const facts = !title.listed_by.some((name) => better.includes(name));
    const isOwn = title.source === source.name && title.external_id === pending.feed.key;
    if (!isOwn || !facts) pending.merged = { id: title.id, facts };
  }
}

function toDraft(stored: StoredLine, source: TitleSource, checkedAt: Date): Draft | null {
  const parsed = parseFeedLine(stored.line ?? '');
  if (parsed.kind !== 'title') return null;
  const contentHash = createHash('sha256')
    .update(`${WRITER_VERSION}\n${stored.line}`)
    .digest('base64url')
    .slice(0, 27);
  const pending: PendingTitle = {
    feed: parsed.title,
    source: source.name,
    credit: source.credit,
    checkedAt: checkedAt.toISOString(),
    contentHash,
    isStored: false,
    doubles: [],
  };
  return { stored, pending, mediumId: stored.medium_id };
}

/**
 * Writes the next staged lines to the catalogue and deletes them from the staging table, in one transaction.
 * @returns the counts, or null when no staged lines are left.
 */
export async function writeStaged(
  prisma: PrismaClient,
  source: TitleSource,
  listing: Listing,
  lookups: Lookups,
  checkedAt: Date,
  limit: number,
): Promise<Written | null> {
  const sync = createSyncRepository(prisma);
  const lines = await sync.nextLines(listing, limit);
  if (lines.length === 0) return null;
  const removed = lines.filter(({ line }) => line === null);
  const drafts = lines
    .filter(({ line }) => line !== null)
    .flatMap((stored) => toDraft(stored, source, checkedAt) ?? []);
  const unchanged = drafts.filter(
    ({ stored, pending }) => stored.is_listed && stored.content_hash === pending.contentHash,
  );
  const changed = drafts.filter((draft) => !unchanged.includes(draft));
  await matchByIds(sync, changed);
  const written = await withoutTwins(sync, listing, changed);
  await markMerged(sync, source, written);
  const titles = written.map(({ pending }) => pending);
  const batch = await prepareBatch(createCatalogueRepository(prisma), lookups, titles);
  const rules = { country: listing.country, outrankedBy: betterOffers(source.name) };
  await prisma.$transaction(
    async (tx) => {
      const own = createSyncRepository(tx);
      if (titles.length > 0) {
        const ids = await writeBatch(createCatalogueRepository(tx), lookups, batch, rules);
        const rows = written.flatMap(({ stored, pending }) => {
          const medium_id = ids.get(pending);
          const { type, external_id } = stored;
          return medium_id === undefined
            ? []
            : [{ type, external_id, medium_id, content_hash: pending.contentHash }];
        });
        await own.saveTitles(listing, rows);
      }
      if (removed.length > 0) await own.removeTitles(listing, removed, SOURCE_NAMES);
      const same = unchanged.flatMap(({ mediumId }) => mediumId ?? []);
      if (same.length > 0) await own.touchOffers(listing, same, checkedAt);
      await own.deleteLines(listing, lines);
    },
    { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS },
  );
  const updated = titles.filter(({ isStored }) => isStored).length;
  return {
    created: titles.length - updated,
    updated,
    unchanged: unchanged.length,
    removed: removed.filter(({ is_listed }) => is_listed).length,
    refused: lines.length - removed.length - unchanged.length - titles.length,
  };
}
