import type { PrismaClient } from '@marquee/prisma';
import { parseFeedLine } from '#src/modules/catalogue/feed/feed.ts';
import { saveSeries } from '#src/modules/catalogue/series/save-series.ts';
import { createSeriesRepository } from '#src/modules/catalogue/series/series.repository.ts';
import type { SeriesRecord } from '#src/modules/catalogue/series/series-record.ts';
import { toSeries } from '#src/modules/catalogue/title-records.ts';
import { createShowsRepository, type ShowMatch, type ShowRow } from './shows.repository.ts';
import type { EpisodeSource } from './source.ts';
import { createSyncRepository, type Listing, type StoredLine } from './sync.repository.ts';
import type { Written } from './sync-writer.ts';
import { ShowPart } from './tvmaze.ts';

const TIMEOUT_MS = 60_000;

/** A show to write. Its match is null when its ids name no series of the catalogue. */
interface Draft {
  id: number;
  imdb: string | null;
  tvdb: string | null;
  updated: number;
  summary: string | null;
  posterUrl: string | null;
  series: Omit<SeriesRecord, 'medium_id'>;
}
type Matched = Draft & ShowMatch;

function toDraft({ line }: StoredLine, source: string, checkedAt: Date): Draft | null {
  const parsed = parseFeedLine(line ?? '');
  if (parsed.kind !== 'title') return null;
  const { key, ids, poster_url } = parsed.title;
  const part = ShowPart.safeParse(JSON.parse(line ?? 'null'));
  const checked = checkedAt.toISOString();
  const series = toSeries(parsed.title, source, checked) ?? {
    source,
    status: null,
    network: null,
    last_air_date: null,
    as_of: checked.slice(0, 10),
    seasons: [],
    episodes: [],
  };
  return part.success
    ? { ...part.data, id: Number(key), imdb: ids.imdb, posterUrl: poster_url, series }
    : null;
}

/** Of several shows with the ids of one series, that which more ids name is the series, and then the older one. */
function foremost<S extends ShowMatch>(shows: readonly S[]): Map<number, S> {
  const first = new Map<number, S>();
  for (const show of shows) {
    const other = first.get(show.mediumId);
    const isBetter =
      !other || show.evidence > other.evidence || (show.evidence === other.evidence && show.id < other.id);
    if (isBetter) first.set(show.mediumId, show);
  }
  return first;
}

const toRow = ({ id, mediumId, evidence, updated, summary, posterUrl }: Matched): ShowRow => ({
  id,
  mediumId,
  evidence,
  updated,
  summary,
  poster_url: posterUrl,
});

/**
 * Writes the next staged shows to the series that their ids name, and deletes them from the staging table, in one transaction.
 * A show that lost half of its episodes is left as it was, unless `force` is set.
 * @returns the counts, or null when no staged lines are left.
 */
export async function writeStagedShows(
  prisma: PrismaClient,
  { name }: EpisodeSource,
  listing: Listing,
  { checkedAt, limit, force }: { checkedAt: Date; limit: number; force: boolean },
): Promise<Written | null> {
  const lines = await createSyncRepository(prisma).nextLines(listing, limit);
  if (lines.length === 0) return null;
  const drafts = lines.flatMap((line) => toDraft(line, name, checkedAt) ?? []);
  return prisma.$transaction(
    async (tx) => {
      const shows = createShowsRepository(tx);
      const matches = new Map((await shows.listMatches(drafts)).map((match) => [match.id, match]));
      const matched = drafts.flatMap((draft): Matched[] => {
        const match = matches.get(draft.id);
        return match ? [{ ...draft, ...match }] : [];
      });
      const ids = new Set(drafts.map(({ id }) => id));
      const known = new Set((await shows.listStored([...ids])).map(({ id }) => id));
      await shows.loosen(drafts.filter(({ id }) => known.has(id) && !matches.has(id)));

      const owners = await shows.listOwners(matched.map(({ mediumId }) => mediumId));
      const others = owners.filter(({ id }) => !ids.has(id));
      const first = foremost<ShowMatch>([...matched, ...others]);
      const before = new Map(
        (await shows.countEpisodes(name, [...first.keys()])).map((row) => [row.mediumId, row.episodes]),
      );
      const written = matched.filter(({ id, mediumId, series }) => {
        const isShrunken = series.episodes.length * 2 < (before.get(mediumId) ?? 0);
        return first.get(mediumId)?.id === id && (force || !isShrunken);
      });
      const updated = await saveSeries(
        createSeriesRepository(tx),
        written.map(({ mediumId, series }) => ({ ...series, medium_id: mediumId })),
      );
      await shows.save(written.map(toRow));
      await createSyncRepository(tx).deleteLines(listing, lines);
      const created = written.filter(({ id }) => !known.has(id)).length;
      return {
        created,
        updated: Math.max(0, updated - created),
        unchanged: written.length - Math.max(created, updated),
        removed: 0,
        refused: lines.length - written.length,
      };
    },
    { maxWait: TIMEOUT_MS, timeout: TIMEOUT_MS },
  );
}
