import type { NewEpisode } from './import-episodes.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import type { KnownEpisode } from './matching/told-episodes.ts';
import type { ImportRepos } from './work-context.ts';

/** Episodes of a statement. A trigger counts the series of all of them. */
const AT_ONCE = 2_000;

/**
 * Keeps as many new episodes as the account may have, and of those that the catalogue does not know. An episode that the
 * account has already takes no room.
 */
async function withinCaps(
  { importEpisodes }: ImportRepos,
  { userId }: ImportRow,
  episodes: readonly NewEpisode[],
  known: ReadonlyMap<number, readonly KnownEpisode[]>,
): Promise<NewEpisode[]> {
  const room = await importEpisodes.findRoom(userId);
  const mediumIds = [...new Set(episodes.map(({ mediumId }) => mediumId))];
  const marked = await importEpisodes.listMarked(userId, mediumIds);
  const places = new Set(
    mediumIds.flatMap((id) =>
      (known.get(id) ?? []).map(({ season, episode }) => `${id}:${season}:${episode}`),
    ),
  );
  return episodes.filter(({ mediumId, season, episode }) => {
    const place = `${mediumId}:${season}:${episode}`;
    if (marked.has(place)) return true;
    const isUnknown = !places.has(place);
    if (room.episodes <= 0 || (isUnknown && room.unknown <= 0)) return false;
    room.episodes -= 1;
    if (isUnknown) room.unknown -= 1;
    return true;
  });
}

/** Writes the episodes of an import. Returns how many were left out, because the account has no room for them. */
export async function applyEpisodes(
  tx: ImportRepos,
  row: ImportRow,
  episodes: readonly NewEpisode[],
  known: ReadonlyMap<number, readonly KnownEpisode[]>,
): Promise<number> {
  if (episodes.length === 0) return 0;
  const kept = await withinCaps(tx, row, episodes, known);
  for (let from = 0; from < kept.length; from += AT_ONCE)
    await tx.importEpisodes.save(row, kept.slice(from, from + AT_ONCE));
  return episodes.length - kept.length;
}
