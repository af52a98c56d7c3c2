import { IMPORT_UNDO_DAYS } from '@marquee/contracts/constants';
import {
  Import,
  ImportColumn,
  ImportColumnChoice,
  type ImportCounts,
  ImportFile,
  ImportKind,
  type ImportOverCap,
  ImportProfile,
  ImportScale,
  type ImportTitle,
} from '@marquee/contracts/imports';
import * as texts from '@marquee/contracts/texts';
import { z } from 'zod';
import { EpisodeHint } from './files/episode.ts';
import type { PreviewTitle } from './import-titles.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import { TitleFacts } from './matching/merge-facts.ts';
import { ListRef, TitleHint } from './records.ts';
import type { Chosen } from './settle.ts';

const DAY_MS = 86_400_000;

export const NO_COUNTS: ImportCounts = {
  entries: 0,
  unreadable: 0,
  unfinished: 0,
  titles: 0,
  matched: 0,
  doubtful: 0,
  unmatched: 0,
  ratings_new: 0,
  ratings_changed: 0,
  ratings_kept: 0,
  seen: 0,
  hidden: 0,
  lists: 0,
  list_entries: 0,
  over_caps: 0,
  episodes: 0,
  episode_series: 0,
  episodes_unknown: 0,
  episodes_left_out: 0,
  episodes_over_cap: 0,
};

/** Returns the stored counts. A count that is not stored yet is 0. */
export const toCounts = (stored: unknown): ImportCounts => ({
  ...NO_COUNTS,
  ...z.record(z.string(), z.number()).catch({}).parse(stored),
});

const SYSTEM_NAMES = { watch_later: texts.watchLater, havent_watched: texts.haventWatched };

export const listName = ({ type, name }: ListRef): string => (type === 'custom' ? name : SYSTEM_NAMES[type]);

export const toLists = (stored: unknown): ListRef[] => z.array(ListRef).parse(stored);

export const toProfiles = (stored: unknown): ImportProfile[] => z.array(ImportProfile).parse(stored);

/** Returns how the member wants the file to be read. */
export const toChosen = (stored: unknown): Chosen & { columns: ImportColumnChoice[] } => {
  const {
    kind = null,
    scale = null,
    columns,
  } = z
    .object({
      kind: ImportKind.optional(),
      scale: ImportScale.optional(),
      columns: z.array(ImportColumnChoice).default([]),
    })
    .parse(stored);
  return { kind, scale, columns };
};

/** Returns what the member said of the columns of earlier tables. */
export const toRemembered = (stored: readonly { hash: string; columns: unknown }[]) =>
  stored.map(({ hash, columns }) => [hash, z.array(ImportColumnChoice).parse(columns)] as const);

export const toColumns = (stored: unknown): ImportColumn[] => z.array(ImportColumn).parse(stored);

/** Returns how the file was read. */
export const toFound = (row: Pick<ImportRow, 'kind' | 'scale' | 'scaleCertain'>) => ({
  kind: ImportKind.nullable().parse(row.kind),
  scale: ImportScale.nullable().parse(row.scale),
  scaleCertain: row.scaleCertain,
});

/** Returns the end of the time in which an applied import can be undone. */
export const undoUntil = (appliedAt: Date): Date => new Date(appliedAt.getTime() + IMPORT_UNDO_DAYS * DAY_MS);

export function toImport(row: ImportRow): Import {
  return Import.parse({
    id: row.id,
    source: row.source,
    profiles: toProfiles(row.profiles),
    columns: toColumns(row.columns),
    kind: row.kind,
    scale: row.scale,
    scale_certain: row.scaleCertain,
    looks_like: row.looksLike,
    files: z.array(ImportFile).parse(row.files),
    files_count: row.filesCount,
    state: row.state,
    progress: row.progress,
    late: row.isLate,
    counts: toCounts(row.counts),
    failure: row.failure,
    failure_code: row.failureCode,
    created_at: row.createdAt.toISOString(),
    applied_at: row.appliedAt?.toISOString() ?? null,
    undone_at: row.undoneAt?.toISOString() ?? null,
    undo_until: row.appliedAt ? undoUntil(row.appliedAt).toISOString() : null,
  });
}

interface MediumRow {
  id: number;
  title: string;
  releaseYear: number | null;
  type: 'movie' | 'series';
}

export const StoredChoices = z.array(z.object({ mediumId: z.int(), confidence: z.number() }));
const StoredChange = z.object({
  rating: z.enum(['new', 'changed', 'kept', 'none']),
  current: z.int().nullable(),
  episodes: z.int().optional(),
  unfit: z.array(EpisodeHint).optional(),
});

export function toTitle(
  row: PreviewTitle,
  media: ReadonlyMap<number, MediumRow>,
  lists: readonly ListRef[],
): ImportTitle {
  const { title, year, type } = TitleHint.parse(row.hint);
  const facts = TitleFacts.parse(row.facts);
  const change = StoredChange.nullable().parse(row.change);
  const candidate = (mediumId: number, confidence: number) => {
    const medium = media.get(mediumId);
    return medium
      ? [
          {
            medium_id: mediumId,
            title: medium.title,
            release_year: medium.releaseYear,
            type: medium.type,
            confidence,
          },
        ]
      : [];
  };
  return {
    id: row.id,
    title,
    year,
    type,
    entries: row.entries,
    medium: row.mediumId === null ? null : (candidate(row.mediumId, row.confidence)[0] ?? null),
    choices: StoredChoices.parse(row.choices).flatMap((choice) =>
      candidate(choice.mediumId, choice.confidence),
    ),
    rating: facts.rating,
    tags: facts.tags,
    seen_on: facts.isSeen ? facts.seenOn : null,
    lists: facts.lists.flatMap((at) => (lists[at] ? [listName(lists[at])] : [])),
    hidden: facts.isHidden,
    rating_change: change?.rating ?? 'none',
    current_rating: change?.current ?? null,
    episodes: change?.episodes ?? 0,
    unfit_episodes: (change?.unfit ?? []).map(({ season, episode, name }) => ({
      season: season ?? null,
      episode: episode ?? null,
      name: name ?? null,
    })),
  };
}

export const toOverCap = (row: {
  hint: unknown;
  list: unknown;
  cap: ImportOverCap['cap'];
}): ImportOverCap => ({
  title: TitleHint.parse(row.hint).title,
  list: listName(ListRef.parse(row.list)),
  cap: row.cap,
});
