import type { MediumProvider, ThemeGroup } from '@marquee/contracts';
import type { Csr } from '@marquee/recommender';
import type { Bits } from './bits.ts';
import type { Market } from './markets.ts';
import type { People } from './people.ts';
import type { StoryIndex } from './story-index.ts';
import type { Texts } from './texts.ts';

/** Names of titles in one language. */
export interface LocalNames {
  /** BCP 47. */
  readonly language: string;
  /** Indexes of the titles that have a name in this language, ascending. */
  readonly items: Int32Array;
  readonly texts: Texts;
}

/** A theme of the vocabulary. */
export interface ThemeRow {
  readonly slug: string;
  readonly group: ThemeGroup;
  readonly label: string;
  readonly synonyms: readonly string[];
  /** The number of listed titles. */
  readonly count: number;
}

/** The known episodes of series, outside of season 0. */
export interface SeriesColumns {
  /** Indexes of the series, ascending. The other columns are parallel. */
  readonly items: Int32Array;
  readonly total: Int32Array;
  /** Episodes that had aired in every time zone when the snapshot was built. */
  readonly aired: Int32Array;
  /** The days (since 1970) and the minutes (since 1970) at which further episodes air, whose days or instants are known. */
  readonly comingDays: Csr;
  readonly comingMinutes: Csr;
  /** 1 for a series that has ended. */
  readonly ended: Uint8Array;
  /** The first episode of each series. Its day or its minute is 0 where it is unknown. */
  readonly firstSeason: Int16Array;
  readonly firstEpisode: Int16Array;
  readonly firstDay: Int32Array;
  readonly firstMinute: Int32Array;
  readonly firstName: Texts;
}

/**
 * The catalogue as columns and serialized JSON, best known title first. Contains only arrays and plain values, so that
 * a worker thread can transfer it without copying.
 */
export interface SnapshotData {
  readonly size: number;
  /** The id of each title. */
  readonly ids: Int32Array;
  /** Ids of titles that were merged into another title, each with the id of that title. */
  readonly merged: readonly (readonly [id: number, into: number])[];
  /** Indexes of titles, sorted by title id. */
  readonly byId: Int32Array;
  readonly titles: Texts;
  /** The names that differ from the titles, by language. */
  readonly names: readonly LocalNames[];
  /** The type of each title: 0 for a movie, 1 for a series. */
  readonly type: Uint8Array;
  /** The release year of each title; 0 when unknown. */
  readonly year: Int16Array;
  /** The number in the IMDb id of each title (`tt0113277` is 113277); 0 when unknown. */
  readonly imdb: Int32Array;
  /** The popularity of each title, 0 to 1. Recent arrivals have a minimum (`creditArrivals`). */
  readonly popularity: Float32Array;
  /** The titles that their source lists. */
  readonly listed: Bits;
  readonly movies: Bits;
  readonly series: Bits;
  readonly episodes: SeriesColumns;
  readonly genres: Csr;
  /** Themes of each title, the most important first: places in `themeRows`. */
  readonly themes: Csr;
  readonly themeRows: readonly ThemeRow[];
  /** The place of each theme's group in `THEME_GROUPS`, parallel to `themeRows`. */
  readonly themeGroup: Uint8Array;
  /** The titles that are loved with each title, best first, as indexes: what the sources wrote, in one direction. */
  readonly lovedWith: Csr;
  /** The titles of each kind of award (`AWARD_KINDS` in `titles/awards.ts`). */
  readonly awards: readonly { slug: string; label: string; bits: Bits }[];
  readonly directors: Csr;
  readonly cast: Csr;
  /** Production countries of each title, numbered from 0 within the snapshot. */
  readonly countries: Csr;
  /** The ISO 3166 code, or the name that the source wrote, of each number in `countries`. */
  readonly countryCodes: readonly string[];
  /** The languages (BCP 47) of the titles. */
  readonly languages: readonly string[];
  /**
   * The position of each title's language in `languages`, plus 1; 0 when unknown. Where it is known, the first of the
   * title's countries is its own; elsewhere the order of countries means nothing.
   */
  readonly language: Uint16Array;
  /** Runtime in minutes; 0 when unknown. */
  readonly runtime: Int16Array;
  /** The audience level of each title: 0 (for everyone) to 3 (for adults), -1 when unknown. */
  readonly ageLevel: Int8Array;
  /** The age ratings of listed titles, mildest first. */
  readonly ageRatings: readonly string[];
  /** The position of each title's age rating in `ageRatings`, plus 1; 0 when unknown. */
  readonly ageRating: Uint16Array;
  readonly genreRows: { id: number; title: string; bits: Bits }[];
  readonly providerNames: readonly MediumProvider[];
  /** One market for each country with offers. */
  readonly markets: readonly Market[];
  readonly staff: { id: number; name: string; items: Int32Array }[];
  readonly people: People;
  /** The words of the stories, and the themes that they go with. */
  readonly stories: StoryIndex;
  /** The listed titles of known years, the newest first. */
  readonly newest: Int32Array;
  /** The two newest release years of the listed titles. Null when no year is known. */
  readonly newestYears: { readonly from: number; readonly to: number } | null;
  /** The day of the import (days since 1970) of each recent arrival; 0 for every other title. */
  readonly arrivals: Int32Array;
  /** Serialized cards and offers, JSON in UTF-8. The next columns contain positions in these bytes. */
  readonly bytes: Uint8Array;
  /** Start of the card fields that are equal for all callers. The first byte is `{`. */
  readonly headStart: Int32Array;
  /** Start of the fields that only the full view of a title has. */
  readonly extraStart: Int32Array;
  readonly extraEnd: Int32Array;
}
