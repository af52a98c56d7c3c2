import { mayReplaceSeries } from '#src/modules/catalogue/sources/precedence.ts';
import { findMoves, haveSameNumbers } from './renumber.ts';
import type { SeriesChange, SeriesRepository } from './series.repository.ts';
import { episodesOf, hashSeries, type SeriesRecord, seasonsOf } from './series-record.ts';

/** Replaces the seasons and episodes of these series, and lets what members have seen follow where other episodes are known. */
async function replaceEpisodes(
  repository: SeriesRepository,
  records: readonly SeriesRecord[],
): Promise<void> {
  const ids = records.map(({ medium_id }) => medium_id);
  const before = Map.groupBy(await repository.listNumbers(ids), ({ mediumId }) => mediumId);
  const episodes = records.flatMap((record) =>
    episodesOf(record).map((row) => ({ medium_id: record.medium_id, ...row })),
  );
  const after = Map.groupBy(episodes, ({ medium_id }) => medium_id);
  await repository.replaceSeasons(
    ids,
    records.flatMap((record) => seasonsOf(record).map((row) => ({ medium_id: record.medium_id, ...row }))),
  );
  await repository.replaceEpisodes([...before.keys()], episodes);
  const changes = ids.flatMap((mediumId): SeriesChange[] => {
    const [old, now] = [before.get(mediumId) ?? [], after.get(mediumId) ?? []];
    if (haveSameNumbers(old, now)) return [];
    return [{ mediumId, moves: findMoves(old, now), carriesOver: old.length === 0 }];
  });
  if (changes.length > 0) await repository.queueChanges(changes);
}

/**
 * Writes what a source says of series, in the caller's transaction. A repetition writes nothing, and neither does a source
 * whose series a better one has.
 * @returns the number of series that changed.
 */
export async function saveSeries(
  repository: SeriesRepository,
  records: readonly SeriesRecord[],
): Promise<number> {
  if (records.length === 0) return 0;
  const stored = new Map(
    (await repository.lockFacts(records.map(({ medium_id }) => medium_id))).map((row) => [row.mediumId, row]),
  );
  const changed = records.flatMap((record) => {
    const known = stored.get(record.medium_id);
    const content_hash = hashSeries(record);
    if (known && !mayReplaceSeries(record.source, known.source)) return [];
    return known?.source === record.source && known.contentHash === content_hash
      ? []
      : [{ record, content_hash }];
  });
  if (changed.length === 0) return 0;
  await repository.saveFacts(
    changed.map(({ record: { seasons, episodes, ...facts }, content_hash }) => ({ ...facts, content_hash })),
  );
  const listed = changed
    .map(({ record }) => record)
    .filter(({ seasons, episodes }) => seasons.length + episodes.length > 0);
  if (listed.length > 0) await replaceEpisodes(repository, listed);
  return changed.length;
}
