import { z } from 'zod';
import { AGE_RATING_MAX, FIRST_DAY, PLAYS_MAX, SEASONS_MAX, TAG_MAX, THEME_GROUPS } from './constants.ts';
import { param } from './described.ts';
import {
  Flag,
  Id,
  IdOrCode,
  IdText,
  Line,
  MinutesText,
  PageQuery,
  Pagination,
  SearchText,
  Timestamp,
  ValuesText,
  YearText,
} from './primitives.ts';
import { Progress } from './series.ts';
import { MediaType } from './users.ts';

export const PersonName = z.object({ person_id: Id, name: z.string() });

export const Person = z.object({ id: Id, full_name: z.string(), image: z.string().nullable() });
export type Person = z.infer<typeof Person>;

export const MediumProvider = z.object({
  id: Id,
  name: z.string(),
  image: z.string(),
  featured: z.boolean(),
});
export type MediumProvider = z.infer<typeof MediumProvider>;

/** `add_on`: the title needs a further subscription, which the provider sells. */
export const OfferKind = z.enum(['subscription', 'free', 'add_on', 'rent', 'buy']);
export type OfferKind = z.infer<typeof OfferKind>;

/** Where a further scene of a movie is: during the credits, after them, or both. */
export const CreditsScene = z.enum(['during', 'after', 'both']);
export type CreditsScene = z.infer<typeof CreditsScene>;

/** A prize that a title won or was nominated for, as its event writes it, in small letters. */
export const Award = z.object({
  /** Such as `oscar`, `cannes`, `emmy` or `film-registry`. */
  event: z.string().min(1).max(60),
  /** The year of the ceremony. */
  year: z.int().min(1900).max(2200),
  prize: z.string().min(1).max(200),
  category: z.string().min(1).max(300),
  result: z.enum(['won', 'nominated']),
});
export type Award = z.infer<typeof Award>;

/** What a user reported as wrong: the offer is gone, its price or its link is wrong. */
export const WrongOfferKind = z.enum(['gone', 'price', 'link']);
export type WrongOfferKind = z.infer<typeof WrongOfferKind>;

/** One offer: a title on one provider in the caller's country. */
export const ProviderMedium = z.object({
  id: Id,
  kind: OfferKind,
  url: z.string(),
  /** A decimal amount in `currency`, 0 when the price is included in the subscription. */
  price: z.number(),
  /** The code of the currency (ISO 4217). */
  currency: z.string(),
  /** Picture quality, for example SD, HD or UHD. */
  quality: z.string().nullable(),
  selected: z.boolean(),
  /** What the caller reported as wrong, or null. */
  reported: WrongOfferKind.nullable(),
  medium_provider: MediumProvider,
  /** The origin of the data. */
  source: z.string(),
  first_seen_at: Timestamp,
  /** The time of the last check. */
  checked_at: Timestamp,
  /** The day of the last check, where only the day is known. `checked_at` is the beginning of this day in UTC then. */
  checked_on: z.iso.date().nullable(),
  /** The last day of the offer. The value is null when the source does not name the day. */
  leaving_on: z.iso.date().nullable(),
});
export type ProviderMedium = z.infer<typeof ProviderMedium>;

export const ThemeGroup = z.enum(THEME_GROUPS);
export type ThemeGroup = z.infer<typeof ThemeGroup>;
/** A part of what a title is about. */
/** What a part of a search may be taken for. */
export const UnderstoodKind = z.enum([
  'theme',
  'genre',
  'country',
  'language',
  'decade',
  'year',
  'length',
  'provider',
  'person',
  'like',
  'type',
  'audience',
  'new',
  'years',
  'runtime',
  'leaving',
  'popular',
  'hidden',
  'mood',
  'award',
]);
export type UnderstoodKind = z.infer<typeof UnderstoodKind>;

/** What a part of a search was taken for. Sending the query without `text` takes it back. */
export const Understood = z.object({
  kind: UnderstoodKind,
  /**
   * A slug, an id, a code, a year, `<120` or `>120` minutes, `movie`, `series`, `children` or `new`, by `kind`; for `years`
   * `-1989`, `2015-` or `1990-1999`, for `runtime` `<95`, and else the kind itself.
   */
  value: z.string(),
  label: z.string(),
  /** The part of the query. */
  text: z.string(),
  /** Whether titles with it are left out. */
  not: z.boolean(),
  /** Whether it and its neighbors with `any` are alternatives: "comedy or horror". */
  any: z.boolean(),
  /** False for a part that would have left nothing, and was set aside. */
  applied: z.boolean(),
  /** Whether `text` has a typo of what it was taken for. */
  corrected: z.boolean(),
});
export type Understood = z.infer<typeof Understood>;

export const Theme = z.object({ slug: z.string(), group: ThemeGroup, label: z.string() });
export type Theme = z.infer<typeof Theme>;

/** A fact that two titles share. */
export const SharedFact = z.object({
  kind: z.enum(['franchise', 'director', 'cast', 'genre', 'country', 'decade']),
  name: z.string(),
});
export type SharedFact = z.infer<typeof SharedFact>;

/**
 * A fact that two titles share, as a reason names it. `group` is that of a theme, and null otherwise. `loved_with` says
 * that people who love the rated title, whose name it has, are likely to love this one.
 */
export const ReasonFact = z.object({
  kind: z.enum([...SharedFact.shape.kind.options, 'theme', 'loved_with']),
  name: z.string(),
  group: ThemeGroup.nullable(),
});
export type ReasonFact = z.infer<typeof ReasonFact>;

/**
 * A rating of the caller that raised the likelihood of another title. Only a title with a likelihood below
 * `LIKELIHOOD_BANDS.low` has reasons that lowered it.
 */
export const Reason = z.object({
  medium_id: Id,
  title: z.string(),
  effect: z.enum(['raised', 'lowered']),
  /** The most specific fact of these kinds. Null where two titles share none of them. */
  shared: SharedFact.nullable(),
  /** The most specific facts, the first of which says most. */
  facts: z.array(ReasonFact).max(3),
});

/** That the caller has seen a title. A null is unknown. */
export const Seen = z.object({
  seen_on: z.iso.date().nullable(),
  /** Views, of episodes too. */
  plays: z.int().nullable(),
  up_to_season: z.int().nullable(),
});
export type Seen = z.infer<typeof Seen>;

/** PUT /api/v1/media/{id}/seen. A missing field keeps what is stored, and null forgets it. */
export const SaveSeen = z.object({
  seen: z.object({
    seen_on: z.iso
      .date('A day is written like 2026-12-31')
      .refine((day) => day >= FIRST_DAY, 'The day must be in 1900 or later')
      .nullish(),
    plays: z.int().min(1).max(PLAYS_MAX).nullish(),
    up_to_season: z.int().min(1).max(SEASONS_MAX).nullish(),
  }),
});
export type SaveSeen = z.infer<typeof SaveSeen>;

/** A sentence in parts, in which the names of rated titles have an id. */
export const ReasonParts = z.array(z.object({ text: z.string(), medium_id: Id.nullable() }));
export type ReasonParts = z.infer<typeof ReasonParts>;

export const Medium = z.object({
  id: Id,
  title: z.string(),
  /**
   * The name in the first language of `Accept-Language` that is known and differs from `title`. Null when there is
   * none.
   */
  local_title: z.string().nullable(),
  /** The known names by language (BCP 47). */
  titles: z.record(z.string(), z.string()),
  type: z.enum(['movie', 'series']),
  poster_url: z.string(),
  backdrop_url: z.string().nullable(),
  video_url: z.string().nullable(),
  overview: z.string().nullable(),
  release_year: z.int().nullable(),
  runtime_minutes: z.int().nullable(),
  seasons: z.int().nullable(),
  age_rating: z.string().nullable(),
  genres: z.array(z.string()),
  /** What the title is about, where it is set, what it is like: the most important theme first, empty where unknown. */
  themes: z.array(Theme),
  /** ISO 3166. Where `language` is known, the first country is the title's own; else the order means nothing. */
  countries: z.array(z.string()),
  /** The language in which the title was made (BCP 47), null where unknown. */
  language: z.string().nullable(),
  /** Null where there is none, or none is known. */
  credits_scene: CreditsScene.nullable(),
  /** The ten foremost: won ones first, then by how much the prize says. */
  awards: z.array(Award),
  directors: z.array(PersonName),
  cast: z.array(PersonName),
  no_providers: z.boolean(),
  provider_medium: z.array(ProviderMedium),
  hidden: z.boolean(),
  likelyhood: z.number().nullable(),
  rating: z.int().nullable(),
  favorited: z.boolean(),
  has_list: z.boolean(),
  already_added: z.boolean().nullable(),
  critical_rating: z.int().nullable(),
  /** What the caller said, or an import or a media server. A rated title is known without it. */
  seen: Seen.nullable(),
  /** How far the caller is in a series. Null for a movie and for a visitor. */
  progress: Progress.nullable(),
  /** Null for a visitor. */
  because: z.array(Reason).max(2).nullable(),
  /**
   * The reason as a sentence: of an opened title, in Tonight and News, and of the first six titles of a row. Null elsewhere,
   * for a visitor, and where there is nothing to say; `because` is empty there.
   */
  reason: z.string().nullable(),
  /** The sentence in parts; empty without a sentence. */
  reason_parts: ReasonParts,
  /**
   * When the caller last rated the title, and the tags of this rating. Only the rating history has these
   * fields.
   */
  rated_at: Timestamp.optional(),
  /** The day of the rating, where only the day is known. `rated_at` is the beginning of this day in UTC then. */
  rated_on: z.iso.date().nullable().optional(),
  tags: z.array(z.string()).optional(),
  /**
   * The last days on which the caller saw episodes of the series, the last one first, so that a diary has one line for a day of a
   * series. Only the rating history has this field.
   */
  episode_days: z.array(z.object({ day: z.iso.date(), episodes: z.int() })).optional(),
  /** Whether the filters would hide the title. Only a list with `elsewhere=last` has this field. */
  elsewhere: z.boolean().optional(),
  /** What a search found the title by. Only the reply of a search for titles has this field. */
  found_by: z.enum(['name', 'person', 'facts', 'story']).optional(),
});
export type Medium = z.infer<typeof Medium>;

/** The fields that `view=card` leaves out. Full replies always have these fields. */
export const CARD_OMITS = {
  titles: true,
  overview: true,
  themes: true,
  credits_scene: true,
  awards: true,
  directors: true,
  cast: true,
  video_url: true,
  backdrop_url: true,
} as const;
export const MediumCard = Medium.omit(CARD_OMITS);
export type MediumCard = z.infer<typeof MediumCard>;
/** A title of a page: the parameter `view` of the call decides which. */
export const MediumInPage = z.union([Medium, MediumCard]);

/** `taste` is one of several tastes of the caller, only sent with `taste_rows`. */
export const GroupKind = z.enum(['recent', 'recommended', 'taste', 'staff', 'genre', 'leaving', 'new']);
/** The name of a row. */
export const RowName = z.object({
  id: z.string(),
  /** Discover shows no `decade` row. Clients request a `decade` row by its id. */
  kind: z.enum([...GroupKind.options, 'decade']),
  title: z.string(),
  /** The earliest and the latest release year of the row `recent`, null for other rows. */
  years: z.object({ from: z.int(), to: z.int() }).nullable(),
});
export type RowName = z.infer<typeof RowName>;
export const GroupedMedia = RowName.extend({
  kind: GroupKind,
  media: z.array(MediumInPage),
  pagination: Pagination,
});
export type GroupedMedia = z.infer<typeof GroupedMedia>;

export const Selection = z.enum([
  'recommended',
  'recent',
  'to_rate',
  'rating_history',
  'hidden',
  'search',
  'single_list',
  'person',
  'similar',
]);
export type Selection = z.infer<typeof Selection>;
/** Other names of two selections, for clients of the older call. */
const SELECTION_ALIASES = { rate: 'to_rate', history: 'rating_history' } as const;
const GivenSelection = z.enum([...Selection.options, 'rate', 'history']);

/**
 * The orders of a row: by likelihood, release year or popularity. Each order starts with the highest value.
 */
export const RowSort = z.enum(['match', 'newest', 'known']);
export type RowSort = z.infer<typeof RowSort>;
/**
 * The orders of the rating history: a row's orders, the time of the rating, and the rating. Each order starts
 * with the highest value.
 */
export const HistorySort = z.enum([...RowSort.options, 'rated_at', 'rating']);
export type HistorySort = z.infer<typeof HistorySort>;

/** GET /api/v1/themes */
export const ThemesQuery = z.object({
  query: param(
    SearchText,
    'The start of a label, a slug or another word for the theme. One typo is forgiven. Without it, the hundred themes with the most titles.',
    'heist',
  ),
});
/** A theme with the number of listed titles that have it. */
export const ThemeCount = Theme.extend({ count: z.int() });
export type ThemeCount = z.infer<typeof ThemeCount>;
export const ThemesReply = z.object({ themes: z.array(ThemeCount) });

/** Filters by facts of titles. A title whose fact is unknown does not pass the filter. */
const FactFilters = {
  genre_id: param(IdText.optional(), 'Only titles of this genre. An unknown id is 422.', 7),
  year_from: param(YearText.optional(), 'Only titles of this year or later.', 1990),
  year_to: param(YearText.optional(), 'Only titles of this year or earlier.', 1999),
  runtime_max: param(MinutesText.optional(), 'Only titles of at most this many minutes.', 120),
  age_rating: param(
    Line(AGE_RATING_MAX).optional(),
    'Only titles with this age rating, one of `age_ratings` in `GET /api/v1/user_medium_genres`.',
    'PG-13',
  ),
  theme: param(
    ValuesText(/^[a-z0-9-]{1,60}$/).optional(),
    'Only titles with all of these themes, slugs of `GET /api/v1/themes`, separated by commas.',
    'heists,neo-noir',
  ),
  country: param(
    ValuesText(/^[A-Z]{2}$/).optional(),
    'Only titles made in any of these countries (ISO 3166), separated by commas.',
    'KR,JP',
  ),
  language: param(
    ValuesText(/^[A-Za-z0-9-]{2,12}$/).optional(),
    'Only titles made in any of these languages (BCP 47), separated by commas.',
    'ko',
  ),
  decade: param(
    ValuesText(/^[1-9][0-9]{2}0$/).optional(),
    'Only titles of any of these decades, named by their first years, separated by commas.',
    '1970,1980',
  ),
};

export const View = param(
  z.enum(['full', 'card']).default('full'),
  '`card` answers titles without `titles`, `overview`, `themes`, `credits_scene`, `awards`, `directors`, `cast`, `video_url` and `backdrop_url`.',
  'card',
);
const Grouped = (rows: string) => param(Flag.default(false), rows, true);
const TypeFilter = (absent: string) =>
  param(MediaType.optional(), `Only movies, only series, or all. ${absent}`, 'movies');
const TagFilter = param(
  Line(TAG_MAX).optional(),
  'Of the rating history, only titles with this tag, compared without case.',
  'rewatch',
);
/** Which titles the rating history has besides all rated ones, or of them. */
const HistoryFilters = {
  tag: TagFilter,
  seen: param(
    Flag.default(false),
    'Adds to the rating history the titles that the caller has seen and not rated.',
    true,
  ),
  import_id: param(
    IdText.optional(),
    'Of the rating history, only titles that this import rated or marked as seen.',
    12,
  ),
};
/** The sentence about a filter that the query does not name. */
export const SAVED_FILTER = 'Without it, the saved filter applies.';
export const SearchType = z.enum(['media', 'people']);

/** GET /api/v2/media. A missing filter has the value of the saved filter. */
export const MediaQuery = z.object({
  ...PageQuery,
  /** `search` when only a query is given, otherwise `recommended` (`selectionOf`). */
  selection: param(
    GivenSelection.optional(),
    'Which titles. `rate` means `to_rate`, `history` means `rating_history`. A `query` without a selection means `search`.',
    'recommended',
  ),
  grouped_genres: Grouped('Answers rows of all kinds in `grouped_media`.'),
  only_staff: Grouped('Answers the staff rows in `grouped_media`.'),
  taste_rows: param(
    Flag.default(false),
    'With `grouped_genres`: also answers a row for each of several tastes of the caller, of the kind `taste`.',
    true,
  ),
  all_streaming: param(
    Flag.optional(),
    `\`false\` keeps titles on the caller’s own services. ${SAVED_FILTER}`,
    false,
  ),
  media_type: TypeFilter(SAVED_FILTER),
  ...FactFilters,
  query: param(SearchText, 'The text to search for. A typo in each word is forgiven.', 'coraline'),
  plain: param(
    Flag.default(false),
    '`true` looks for names only, and takes no words of the query for a description.',
    false,
  ),
  search_type: param(SearchType.default('media'), 'Search titles, or people in `people`.', 'media'),
  personId: param(IdText.optional(), 'The person of `selection=person`, who is also in `person`.', 24),
  for_list: param(IdText.optional(), 'Sets `already_added` for this list of the caller.', 42),
  id: param(IdOrCode.optional(), 'The list of `selection=single_list`, by id or share code.', '42'),
  medium_id: param(IdText.optional(), 'The title of `selection=similar`.', 318),
  row: param(
    z
      .string()
      .regex(
        /^(recent|recommended|leaving|new|(staff|genre|taste)-[1-9]\d{0,9}|award-palme-dor|decade-[1-9]\d{2}0)$/,
      )
      .optional(),
    'The id of one row, whose titles fill `media`.',
    'genre-7',
  ),
  sort: param(
    HistorySort.optional(),
    'The order of a row or of the rating history, the highest value first.',
    'newest',
  ),
  ...HistoryFilters,
  view: View,
});
export type MediaQuery = z.infer<typeof MediaQuery>;

/** Returns the selection that a query of GET /api/v2/media means. */
export function selectionOf(query: MediaQuery): Selection {
  const { selection, row, personId, grouped_genres, only_staff } = query;
  if (selection === 'rate' || selection === 'history') return SELECTION_ALIASES[selection];
  const isOther = row !== undefined || personId !== undefined || grouped_genres || only_staff;
  return selection ?? (query.query !== '' && !isOther ? 'search' : 'recommended');
}

export const MediaReply = z.object({
  media: z.array(MediumInPage),
  grouped_media: z.array(GroupedMedia),
  pagination: Pagination,
  person: Person.nullable(),
  people: z.array(Person).optional(),
  /** What the words of a search were taken for. Only in the reply of a search for titles. */
  understood: z.array(Understood).optional(),
  /** The words of a search that meant nothing. Only beside `understood`. */
  ignored: z.array(z.string()).optional(),
  /** The name of the row that the query requested with `row`. */
  row: RowName.optional(),
});
export type MediaReply = z.infer<typeof MediaReply>;

/**
 * GET /api/v1/media, the older call for titles. The call also accepts the selections `rate` and `history`.
 */
export const MediaV1Query = z.object({
  ...PageQuery,
  selection: param(
    z.enum(['hidden', 'to_rate', 'rate', 'rating_history', 'history']).default('hidden'),
    'Which titles. `rate` means `to_rate`, `history` means `rating_history`.',
    'hidden',
  ),
  grouped_genres: Grouped('Fills `by_genre` with the titles of the page.'),
  sort: param(HistorySort.optional(), 'The order of the rating history.', 'rated_at'),
  media_type: TypeFilter('Of the rating history.'),
  ...HistoryFilters,
  view: View,
});

export const MediaV1Reply = z.object({
  media: z.array(MediumInPage),
  by_genre: z.array(z.object({ genre: z.string(), media: z.array(MediumInPage) })),
  pagination: Pagination,
});

export const MediaPageQuery = z.object({ ...PageQuery, view: View });
/** GET /api/v1/media/to_rate */
export const ToRateQuery = MediaPageQuery.extend({
  contrast: param(
    Flag.default(false),
    'The famous titles that the caller would most probably not like, the least likely first: a low rating of a famous title teaches much.',
    true,
  ),
});
export const HistoryQuery = MediaPageQuery.extend({
  sort: param(HistorySort.default('rated_at'), 'The order, the highest value first.', 'rated_at'),
  media_type: TypeFilter('Without it, all.'),
  ...HistoryFilters,
});
export const MediaPageReply = z.object({ media: z.array(MediumInPage), pagination: Pagination });
export const MediumReply = z.object({ medium: Medium });

/** POST /api/v1/media/{id}/wrong_offer */
export const ReportWrongOffer = z.object({
  provider_medium_id: Id,
  kind: WrongOfferKind.default('gone'),
});

/** A country with offers. */
export const CountryOffers = z.object({
  /** ISO 3166. */
  code: z.string(),
  name: z.string(),
  /** The number of listed titles with an offer. */
  titles: z.int(),
});
export type CountryOffers = z.infer<typeof CountryOffers>;
export const CountriesReply = z.object({ countries: z.array(CountryOffers) });

export const PeopleQuery = z.object({
  ...PageQuery,
  query: param(SearchText, 'Words that begin the words of a name. Without it, everybody.', 'henry'),
});
export const PeopleReply = z.object({ people: z.array(Person), pagination: Pagination });
export const PersonReply = z.object({ person: Person });
