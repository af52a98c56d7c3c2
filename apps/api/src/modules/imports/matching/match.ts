import { z } from 'zod';
import { normalize } from '#src/titles/engine/normalize.ts';
import type {
  ImportTitlesRepository,
  MatchedTitle,
  StoredTitle,
  TitleChange,
} from '../import-titles.repository.ts';
import { toCounts, toLists } from '../imports.mapper.ts';
import type { ImportRow } from '../imports.repository.ts';
import { Fact, hintOf, TitleHint } from '../records.ts';
import { createStorageCheck } from '../storage.ts';
import type { WorkContext } from '../work-context.ts';
import { type Candidate, chooseMatch, type Match, preferSeriesOfFile } from './confidence.ts';
import {
  firstViewIn,
  mergeFacts,
  ofCatalogue,
  type RowFact,
  type TitleFacts,
  withNamedEpisode,
} from './merge-facts.ts';
import type { TitleLookupRepository } from './title-lookup.repository.ts';
import type { Fitted } from './told-episodes.ts';
import type { Played } from './unfinished.ts';

const PAGE = 500;
/**
 * Maximum number of titles per import that are searched by similar spelling. Each search takes milliseconds.
 */
const SIMILAR_MAX = 1_000;
/** The search takes longer for a longer name, and no title of the catalogue is similar to one that is longer than this. */
const SIMILAR_CHARS = 150;
/** Number of titles per statement, so that each statement takes less time than the statement timeout. */
const SIMILAR_BATCH = 10;

const StoredRow = z.object({ fact: Fact, list: z.int().nullable() });

type Current = Awaited<ReturnType<WorkContext['repos']['importTitles']['listCurrent']>>[number];

/** The preview names so many episodes of a series whose numbers or names the catalogue does not know. */
const UNFIT_SHOWN = 10;

function changeOf(
  facts: TitleFacts,
  { placed, unknown, nameless }: Fitted,
  current: Current | undefined,
): TitleChange | null {
  const known = current?.rating ?? null;
  const isLater =
    facts.ratedAt !== null &&
    current?.ratedAt != null &&
    Date.parse(facts.ratedAt) > current.ratedAt.getTime();
  const rating =
    facts.rating === null
      ? 'none'
      : known === null
        ? 'new'
        : isLater && known !== facts.rating
          ? 'changed'
          : 'kept';
  const seen = facts.isSeen && !current?.isSeen;
  const hidden = facts.isHidden && !current?.isHidden;
  const isChange = rating === 'new' || rating === 'changed' || seen || hidden || placed.length > 0;
  if (!isChange && rating !== 'kept' && nameless.length === 0) return null;
  const unfit = [...nameless, ...unknown].slice(0, UNFIT_SHOWN);
  return {
    rating,
    current: known,
    seen,
    hidden,
    ...(placed.length > 0 && { episodes: placed.length }),
    ...(unknown.length > 0 && { unknown: unknown.length }),
    ...(nameless.length > 0 && { nameless: nameless.length }),
    ...(unfit.length > 0 && { unfit }),
  };
}

async function findCandidates(
  lookup: TitleLookupRepository,
  hints: readonly TitleHint[],
  similarLeft: number,
): Promise<Candidate[][]> {
  const found: Candidate[][] = hints.map(() => []);
  const keep = (candidates: readonly (Candidate & { at: number })[]) => {
    for (const { at, ...candidate } of candidates) found[at]?.push(candidate);
  };
  keep(await lookup.listCandidates(hints));
  const lost = hints
    .map((hint, at) => ({ at, title: hint.title }))
    .filter(({ at, title }) => found[at]?.length === 0 && title.length <= SIMILAR_CHARS)
    .slice(0, Math.max(0, similarLeft));
  for (let from = 0; from < lost.length; from += SIMILAR_BATCH)
    keep(await lookup.listSimilar(lost.slice(from, from + SIMILAR_BATCH)));
  return found;
}

/** Returns the years of the series in the import by name, if one of the hints is an episode. */
async function findSeriesYears(
  titles: Pick<ImportTitlesRepository, 'listSeries'>,
  row: ImportRow,
  hints: readonly TitleHint[],
): Promise<Map<string, Set<number>>> {
  const years = new Map<string, Set<number>>();
  if (!hints.some(({ type, year }) => type === 'series' && year === null)) return years;
  for (const { title, year } of await titles.listSeries(row)) {
    const name = normalize(title);
    years.set(name, (years.get(name) ?? new Set()).add(year));
  }
  return years;
}

/** Returns the runtimes of the titles that rows may mean which say for how long they were played. */
async function findPlayed(
  lookup: TitleLookupRepository,
  titles: readonly (Pick<Match, 'choices'> & { rows: readonly RowFact[] })[],
): Promise<ReadonlyMap<number, Played>> {
  const timed = titles.filter(({ rows }) =>
    rows.some(({ fact }) => fact.kind === 'seen' && fact.minutes !== undefined),
  );
  const ids = new Set(timed.flatMap(({ choices }) => choices.map(({ mediumId }) => mediumId)));
  return ids.size === 0 ? new Map() : lookup.listPlayed([...ids]);
}

/** Of several titles among which the member must choose, the longest one decides what a view is. */
const longestOf = ({ choices }: Match, played: ReadonlyMap<number, Played>): Played | null =>
  choices
    .flatMap(({ mediumId }) => played.get(mediumId) ?? [])
    .toSorted((a, b) => (b.runtimeMinutes ?? 0) - (a.runtimeMinutes ?? 0))[0] ?? null;

async function matchTitles(
  { repos }: WorkContext,
  row: ImportRow,
  stored: StoredTitle[],
): Promise<MatchedTitle[]> {
  const lists = toLists(row.lists);
  const hints = stored.map(({ hint }) => TitleHint.parse(hint));
  // Only the first `SIMILAR_MAX` titles of the file are searched by similar spelling.
  const candidates = await findCandidates(repos.titleLookup, hints, SIMILAR_MAX - row.cursor);
  const seriesYears = await findSeriesYears(repos.importTitles, row, hints);
  const timeZone = await repos.accounts.findTimeZone(row.userId);
  const found = stored.map((title, at) => {
    const rows = z
      .array(StoredRow)
      .parse(title.rows)
      .map(({ fact, list }) => ({
        fact,
        list,
        isWatchLater: list !== null && lists[list]?.type === 'watch_later',
      }));
    const hint = hints[at] ?? TitleHint.parse(title.hint);
    const likely = preferSeriesOfFile(hint, candidates[at] ?? [], seriesYears);
    return { id: title.id, rows, ...chooseMatch(hint, likely, firstViewIn(rows)) };
  });
  const played = await findPlayed(repos.titleLookup, found);
  const isOwn = row.source === 'marquee';
  const matched = found.map(({ rows, ...title }, at) => {
    const facts = mergeFacts(rows, { isOwn, timeZone, medium: longestOf(title, played) });
    return { ...title, facts, told: withNamedEpisode(hints[at] ?? hintOf({ title: '' }), facts) };
  });
  const mediumIds = matched.flatMap(({ mediumId }) => (mediumId === null ? [] : [mediumId]));
  const current = await repos.importTitles.listCurrent(row.userId, [...new Set(mediumIds)]);
  const byMedium = new Map(current.map((each) => [each.mediumId, each]));
  const told = matched
    .filter((title) => title.told.episodes.length > 0)
    .flatMap(({ mediumId }) => mediumId ?? []);
  const known = await repos.importEpisodes.listKnown([...new Set(told)]);
  return matched.map(({ told: saying, ...title }) => {
    if (title.mediumId === null) return { ...title, change: null };
    const { facts, fitted } = ofCatalogue(saying, known.get(title.mediumId) ?? null, isOwn);
    return { ...title, change: changeOf(facts, fitted, byMedium.get(title.mediumId)) };
  });
}

/** Matches the next titles with the catalogue. The last piece completes the preview. */
export async function matchPiece(context: WorkContext, row: ImportRow): Promise<void> {
  const { repos, withTransaction } = context;
  const stored = await repos.importTitles.listTitles(row, row.cursor, PAGE);
  if (stored.length > 0) {
    const matched = await matchTitles(context, row, stored);
    const titles = await repos.importTitles.countAll(row);
    await withTransaction(async (tx) => {
      await tx.importTitles.saveMatches(row, matched);
      const cursor = row.cursor + PAGE;
      const progress = Math.min(99, Math.floor((100 * cursor) / Math.max(1, titles)));
      await tx.imports.advance(row, { cursor, progress });
    });
    return;
  }
  // Titles that waited are those of an import that was within its budget.
  const checkStorage = row.isLate ? null : await createStorageCheck(context.email, row.userId);
  await withTransaction(async (tx) => {
    const planned = await tx.importLists.planLists(row);
    const counted = await tx.importTitles.countTitles(row);
    const counts = { ...toCounts(row.counts), ...counted, ...planned };
    // The member has confirmed the file that these titles were in.
    const next = row.isLate
      ? ({ state: 'applying', phase: 'titles', progress: 0 } as const)
      : ({ state: 'ready', progress: 100 } as const);
    await tx.imports.advance(row, { ...next, cursor: 0, counts });
    await checkStorage?.(tx.imports);
  });
}
