import { z } from 'zod';
import {
  IMPORT_CHOICES_MAX,
  IMPORT_COLUMN_CHOICES_MAX,
  IMPORT_COLUMNS,
  IMPORT_FAILURES,
  IMPORT_FILE_STATES,
  IMPORT_KINDS,
  IMPORT_MEANINGS,
  IMPORT_SCALES,
  IMPORT_SOURCES,
  IMPORT_STATES,
  NAME_MAX,
} from './constants.ts';
import { param } from './described.ts';
import { Id, idParam, Line, PageQuery, Pagination, Timestamp } from './primitives.ts';

export const ImportSource = z.enum(IMPORT_SOURCES);
export type ImportSource = z.infer<typeof ImportSource>;
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;
export const ImportFailure = z.enum(IMPORT_FAILURES);
export type ImportFailure = z.infer<typeof ImportFailure>;
export const ImportKind = z.enum(IMPORT_KINDS);
export type ImportKind = z.infer<typeof ImportKind>;
export const ImportScale = z.literal(IMPORT_SCALES);
export type ImportScale = z.infer<typeof ImportScale>;

const Count = z.int().nonnegative();
/** No name of a column is longer. */
const COLUMN_NAME_MAX = 100;

export const ImportCounts = z.object({
  /** Facts read from the file: ratings, views, list entries, hides. */
  entries: Count,
  /** Rows that name no title or have no readable value. */
  unreadable: Count,
  /** Views that ended before two thirds of the title were played. They are left out. */
  unfinished: Count,
  titles: Count,
  matched: Count,
  doubtful: Count,
  unmatched: Count,
  ratings_new: Count,
  ratings_changed: Count,
  /**
   * Number of ratings of the account that do not change, because they are later than the ratings in the file.
   */
  ratings_kept: Count,
  seen: Count,
  hidden: Count,
  lists: Count,
  list_entries: Count,
  over_caps: Count,
  /** Seen episodes: before the import is applied those of the file, then those that it changed. */
  episodes: Count,
  /** Number of series that these episodes belong to. */
  episode_series: Count,
  /** Of these, episodes whose numbers the catalogue does not know. They are kept as the file tells them. */
  episodes_unknown: Count,
  /** Episodes that the file names without a number, and whose name the catalogue does not know. They are left out. */
  episodes_left_out: Count,
  /** Episodes that were left out because the account has no room for more. */
  episodes_over_cap: Count,
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** A person whose entries are in the file, for example a profile of Netflix or a user of a Plex server. */
export const ImportProfile = z.object({ name: z.string(), entries: Count });
export type ImportProfile = z.infer<typeof ImportProfile>;

/** A column of a table of an unknown service, and what it was read as. */
export const ImportColumn = z.object({
  /** In lower case, with underscores. */
  name: z.string(),
  meaning: z.enum(IMPORT_COLUMNS),
  /** One sentence about a column that is read only when the member says what it means; else null. */
  question: z.string().nullable().default(null),
  /** Whether the member said what it means, for this file or for an earlier one with the same columns. */
  chosen: z.boolean().default(false),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** What a member says that a column means. Of the meanings, only `ignored` may be given to several columns. */
export const ImportColumnChoice = z.object({
  name: Line(COLUMN_NAME_MAX, 'The name of a column is required'),
  meaning: z.enum(IMPORT_MEANINGS),
});
export type ImportColumnChoice = z.infer<typeof ImportColumnChoice>;

const ImportColumnChoices = z
  .array(ImportColumnChoice)
  .min(1)
  .max(IMPORT_COLUMN_CHOICES_MAX)
  .refine(
    (columns) => new Set(columns.map(({ name }) => name)).size === columns.length,
    'A column is named twice',
  )
  .refine((columns) => {
    const given = columns.map(({ meaning }) => meaning).filter((meaning) => meaning !== 'ignored');
    return new Set(given).size === given.length;
  }, 'A meaning is given to two columns');

/** One file of an archive, or the uploaded file itself, and what became of it. */
export const ImportFile = z.object({
  name: z.string(),
  state: z.enum(IMPORT_FILE_STATES),
  /** One sentence about a file that was not read, or of which something was left out. */
  reason: z.string().nullable(),
  /** Facts read from the file. */
  entries: Count,
  unreadable: Count,
});
export type ImportFile = z.infer<typeof ImportFile>;

export const Import = z.object({
  id: Id,
  /** Null until the file is recognized, when the upload named no service. */
  source: ImportSource.nullable(),
  state: ImportState,
  /** The profiles of a file that has several, the largest first; else empty. */
  profiles: z.array(ImportProfile),
  /** The columns that were read of a table of an unknown service (`csv`); else empty. */
  columns: z.array(ImportColumn),
  /** What the rows are. The value is null when the file does not say it: then only rows that say it are imported. */
  kind: ImportKind.nullable(),
  /** The highest possible rating of the file. The value is null when the file has no ratings on a scale of its own. */
  scale: ImportScale.nullable(),
  /** Whether the ratings allow only this scale, or it was chosen. */
  scale_certain: z.boolean(),
  /** The service whose file this is, when another one was named (`other_source`). */
  looks_like: ImportSource.nullable(),
  /** The first 200 files. */
  files: z.array(ImportFile),
  files_count: Count,
  /** 0 to 100 within the current state. */
  progress: z.int().min(0).max(100),
  /** Whether these titles of an earlier file arrived in the catalogue later. */
  late: z.boolean(),
  counts: ImportCounts,
  /** One sentence about an import that failed. The value is null for other imports. */
  failure: z.string().nullable(),
  failure_code: ImportFailure.nullable(),
  created_at: Timestamp,
  applied_at: Timestamp.nullable(),
  undone_at: Timestamp.nullable(),
  /** The end of the time to undo. The value is null before the import is applied. */
  undo_until: Timestamp.nullable(),
});
export type Import = z.infer<typeof Import>;

const Candidate = z.object({
  medium_id: Id,
  title: z.string(),
  release_year: z.int().nullable(),
  type: z.enum(['movie', 'series']),
  /** Probability that this candidate is the title in the file, 0 to 1. */
  confidence: z.number().min(0).max(1),
});

/** One title of the file, with all facts of the file about this title. */
export const ImportTitle = z.object({
  id: Id,
  title: z.string(),
  year: z.int().nullable(),
  type: z.enum(['movie', 'series']).nullable(),
  entries: Count,
  medium: Candidate.nullable(),
  choices: z.array(Candidate),
  rating: z.int().nullable(),
  tags: z.array(z.string()),
  seen_on: z.iso.date().nullable(),
  lists: z.array(z.string()),
  hidden: z.boolean(),
  /** The effect of a confirmation on the account's rating of this title. */
  rating_change: z.enum(['new', 'changed', 'kept', 'none']),
  current_rating: z.int().nullable(),
  /** Number of its episodes that the file says were seen. */
  episodes: Count,
  /** The first ten episodes that do not fit: numbers or names that the catalogue does not know. */
  unfit_episodes: z.array(
    z.object({
      season: z.int().nullable(),
      episode: z.int().nullable(),
      name: z.string().nullable(),
    }),
  ),
});
export type ImportTitle = z.infer<typeof ImportTitle>;

/** An entry that would exceed a cap of the account. */
export const ImportOverCap = z.object({
  title: z.string(),
  list: z.string(),
  cap: z.enum(['lists', 'titles_per_list', 'list_entries']),
});
export type ImportOverCap = z.infer<typeof ImportOverCap>;

export const ImportUploadQuery = z.object({
  source: param(
    ImportSource.optional(),
    'The service that wrote the file. Without it, the file is recognized by its content.',
    'letterboxd',
  ),
  file_name: param(
    Line(255).default(''),
    'The name of the file. Some services write the name of a list only into it.',
    'watchlist.csv',
  ),
});
export const ImportQuery = z.object({
  show: param(
    z.enum(['matched', 'doubtful', 'unmatched', 'changes', 'over_caps']).default('matched'),
    'Which part of the preview.',
    'doubtful',
  ),
  ...PageQuery,
});
export const ImportParams = z.object({ id: idParam('the import', 9) });

/** How to read the file again. What is absent stays as it is. */
export const ChangeImport = z
  .object({
    profile: Line(NAME_MAX, 'Profile is required').optional(),
    source: ImportSource.optional(),
    kind: ImportKind.optional(),
    scale: ImportScale.optional(),
    /** Of a table of an unknown service. What is not named is read as its name and its cells say. */
    columns: ImportColumnChoices.optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change');

export const ConfirmImport = z.object({
  choices: z
    .array(
      z.object({
        id: Id,
        /** With null, the title is not imported. */
        medium_id: Id.nullable(),
      }),
    )
    .max(IMPORT_CHOICES_MAX)
    .default([]),
});

export const ImportReply = z.object({ import: Import });
export const ImportsReply = z.object({ imports: z.array(Import) });
export const ImportPreviewReply = z.object({
  import: Import,
  titles: z.array(ImportTitle),
  over_caps: z.array(ImportOverCap),
  pagination: Pagination,
});
export type ImportPreview = z.infer<typeof ImportPreviewReply>;
