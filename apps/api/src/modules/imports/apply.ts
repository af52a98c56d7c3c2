import { CAPS } from '@marquee/contracts';
import type { Changes } from '#src/data/database.ts';
import { applyAccount } from './apply-account.ts';
import { applyEpisodes } from './apply-episodes.ts';
import type { Cap, WantedEntry } from './import-lists.repository.ts';
import { toCounts, toLists } from './imports.mapper.ts';
import type { ImportRow, ImportUpdate } from './imports.repository.ts';
import { joinFacts, ofCatalogue, TitleFacts, withNamedEpisode } from './matching/merge-facts.ts';
import { Choices, PLAYS_MAX, TitleHint } from './records.ts';
import type { ImportRepos, WorkContext } from './work-context.ts';

const PAGE = 500;
const ENTRIES = 1_000;
/** Progress in percent when all ratings and views are applied, before the lists are applied. */
const TITLES_SHARE = 60;

type Tx = ImportRepos & Changes;

/** Merges facts by catalogue title, because several titles of the file can match the same catalogue title. */
function byMedium(
  rows: readonly { mediumId: number; hint: unknown; facts: unknown }[],
): Map<number, TitleFacts> {
  const merged = new Map<number, TitleFacts>();
  for (const { mediumId, hint, facts } of rows) {
    const parsed = withNamedEpisode(TitleHint.parse(hint), TitleFacts.parse(facts));
    const known = merged.get(mediumId);
    merged.set(mediumId, known ? joinFacts(known, parsed) : parsed);
  }
  return merged;
}

async function applyTitles(tx: Tx, row: ImportRow): Promise<ImportUpdate> {
  const media = byMedium(await tx.importTitles.listMatched(row, row.cursor, PAGE));
  if (media.size === 0) return { phase: 'list', cursor: 0, progress: TITLES_SHARE };
  const isOwn = row.source === 'marquee';
  const told = [...media].filter(([, { episodes }]) => episodes.length > 0).map(([id]) => id);
  const known = await tx.importEpisodes.listKnown(told);
  const fitted = [...media].map(([id, facts]) => ({
    id,
    ...ofCatalogue(facts, known.get(id) ?? null, isOwn),
  }));
  const all = fitted.map(({ id, facts }) => ({ medium_id: id, ...facts }));
  const ratings = all.flatMap(({ medium_id, rating, tags, ratedAt, firstAt }) =>
    rating === null ? [] : [{ medium_id, rating, tags, rated_at: ratedAt, first_at: firstAt }],
  );
  const seen = all.filter(({ isSeen }) => isSeen);
  await tx.importChanges.saveRatings(row, ratings);
  await tx.importChanges.saveSeen(
    row,
    seen.map(({ medium_id, seenOn, seenAt, plays, upToSeason, isByEpisodes }) => ({
      medium_id,
      seen_on: seenOn,
      created_at: seenAt,
      plays: plays === 0 ? null : Math.min(plays, PLAYS_MAX),
      up_to_season: upToSeason,
      by_episodes: isByEpisodes,
    })),
  );
  const placed = fitted.flatMap(({ id: mediumId, fitted: { placed } }) =>
    placed.map((episode) => ({ mediumId, ...episode })),
  );
  const leftOut = await applyEpisodes(tx, row, placed, known);
  await tx.importEpisodes.saveStates(
    row,
    all.flatMap(({ medium_id, state }) => (state === null ? [] : [{ medium_id, state }])),
    isOwn,
  );
  await tx.importChanges.saveHidden(
    row,
    all
      .filter(({ isHidden }) => isHidden)
      .map(({ medium_id, hiddenAt }) => ({ medium_id, created_at: hiddenAt })),
  );
  await tx.importChanges.saveSettings(
    row,
    all.flatMap(({ medium_id, notSuggest }) =>
      notSuggest === null ? [] : [{ medium_id, value: notSuggest }],
    ),
  );
  if (!isOwn)
    await tx.importChanges.removeWished(
      row,
      seen.filter(({ isWatched }) => isWatched).map(({ medium_id }) => medium_id),
    );
  const cursor = Math.max(...media.keys());
  const counts = toCounts(row.counts);
  const { titles } = counts;
  const progress = Math.min(
    TITLES_SHARE - 1,
    row.progress + Math.ceil((TITLES_SHARE * PAGE) / Math.max(1, titles)),
  );
  const over = { ...counts, episodes_over_cap: counts.episodes_over_cap + leftOut };
  return { cursor, progress, ...(leftOut > 0 && { counts: over }) };
}

/** Finds or creates the list with this name. Returns null when the account has reached its cap of lists. */
async function ensureList(
  tx: Tx,
  row: ImportRow,
  at: number,
): Promise<{ id: number; mediaCount: number } | null> {
  const list = toLists(row.lists)[at];
  if (!list) return null;
  const known = await tx.importLists.findList(row.userId, list);
  if (known || list.type !== 'custom') return known;
  if ((await tx.importLists.countLists(row.userId)) >= CAPS.customLists) return null;
  return { id: await tx.importLists.createList(row, list.name), mediaCount: 0 };
}

/** Appends entries up to the caps. Marks further entries as over a cap. */
async function append(
  tx: Tx,
  row: ImportRow,
  listId: number,
  mediaCount: number,
  wanted: WantedEntry[],
): Promise<void> {
  const ids = wanted.flatMap(({ mediumId }) => (mediumId === null ? [] : [mediumId]));
  const held = await tx.importLists.listHeld(listId, ids);
  const fresh = new Map<number, WantedEntry>();
  for (const entry of wanted)
    if (entry.mediumId !== null && !held.has(entry.mediumId) && !fresh.has(entry.mediumId))
      fresh.set(entry.mediumId, entry);
  const inList = CAPS.titlesPerList - mediaCount;
  const inAll = CAPS.listEntries - (await tx.importLists.countEntries(row.userId));
  const room = Math.max(0, Math.min(inList, inAll));
  const entries = [...fresh.values()];
  await tx.importLists.append(row, listId, entries.slice(0, room));
  const cap: Cap = inList <= inAll ? 'titles_per_list' : 'list_entries';
  const beyond = entries.slice(room).map(({ seq }) => seq);
  if (beyond.length > 0) await tx.importLists.markOverCap(row, beyond, cap);
  const added = entries.slice(0, room).flatMap(({ mediumId }) => (mediumId === null ? [] : [mediumId]));
  if (added.length > 0 && (await tx.importLists.hasMembers(listId)))
    await tx.outbox.add({ kind: 'list_edited', userId: row.userId, payload: { listId, added, removed: [] } });
}

/** Applies the next entries of one list. Phase `list:3` means the list with index 3 in the import. */
async function applyLists(tx: Tx, row: ImportRow): Promise<ImportUpdate> {
  const at = Number(row.phase.split(':')[1] ?? 0);
  const { length } = toLists(row.lists);
  if (at >= length) return { phase: 'account', cursor: 0, progress: 99 };
  const next = {
    phase: `list:${at + 1}`,
    cursor: 0,
    progress: Math.min(99, TITLES_SHARE + Math.floor(((100 - TITLES_SHARE) * (at + 1)) / length)),
  };
  await tx.imports.lockUser(row.userId);
  const list = await ensureList(tx, row, at);
  if (!list) {
    await tx.importLists.markListOverCap(row, at, 'lists');
    return next;
  }
  const wanted = await tx.importLists.listWanted(row, at, row.cursor, ENTRIES);
  const last = wanted.at(-1);
  if (!last) return next;
  await append(tx, row, list.id, list.mediaCount, wanted);
  return { phase: `list:${at}`, cursor: last.seq };
}

async function finish(tx: Tx, row: ImportRow): Promise<ImportUpdate> {
  await applyAccount(tx, row, Choices.parse(row.choices ?? {}));
  const counts = {
    ...toCounts(row.counts),
    ...(await tx.importChanges.countChanges(row)),
    over_caps: await tx.importLists.countOverCaps(row),
  };
  await tx.importWaiting.keep(row);
  return { state: 'applied', progress: 100, counts, appliedAt: new Date() };
}

/** Applies the next piece of a confirmed import. */
export async function applyPiece({ withTransaction }: WorkContext, row: ImportRow): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.imports.lock(row);
    tx.changed.add(row.userId);
    // The preview marked entries over a cap. Clear the marks, because the lists may have changed since then.
    if (row.phase === 'titles' && row.cursor === 0) await tx.importLists.clearCaps(row);
    const update = row.phase.startsWith('list')
      ? await applyLists(tx, row)
      : row.phase === 'account'
        ? await finish(tx, row)
        : await applyTitles(tx, row);
    await tx.imports.advance(row, update);
  });
}
