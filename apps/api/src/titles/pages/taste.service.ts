import type {
  LearnedKind,
  LearnedTaste,
  RatingTotals,
  TasteGroupInput,
  TasteReply,
} from '@marquee/contracts';
import { type Csr, LIKED } from '@marquee/recommender';
import type { Ctx } from '#src/core/ctx.ts';
import { countryName } from '#src/core/display-names.ts';
import { AppError } from '#src/core/errors.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { repeatLostRaces } from '#src/data/database.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { personIndex } from '#src/titles/engine/people.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { createKeptForTaste } from '#src/titles/users/kept-for-taste.ts';
import { findTaste, generatedName } from '#src/titles/users/named-tastes.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { TasteGroupsRepository } from '#src/titles/users/taste-groups.repository.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { cardsOf } from './cards.ts';
import type { RatedRepository, RatedRow } from './rated.repository.ts';

/** The models use the first six people of the cast by billing (docs/recommender.md#content-model). */
const CAST_USED = 6;
/**
 * A person, a theme and a country are in the reply when the user rated at least this many of their titles. With one
 * rated title, the effects of both would be equal.
 */
const RATED = 2;
/**
 * Effects also come from titles that are only alike, so a person, a theme and a country are in the reply where at least
 * this share of the rated titles was liked, or else was not liked, as the effect says.
 */
const AGREEING = 0.75;
/** Highest number of people, of themes and of countries in the reply: those with the largest effects. */
const SHOWN = 20;

/** One genre, decade, person, theme or country, before the model computes its effect. */
interface Kind {
  id: number;
  name: string;
  items: Int32Array;
}

interface Dependencies {
  users: Pick<UserCache, 'getTaste' | 'dropTaste'>;
  repos: { rated: RatedRepository; tasteGroups: TasteGroupsRepository };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100 || 0;

function listedItems({ data }: Taste['snapshot']): Int32Array {
  return Int32Array.from({ length: data.size }, (_, item) => item).filter((item) =>
    hasBit(data.listed, item),
  );
}

function genresOf({ snapshot }: Taste, listed: Int32Array): Kind[] {
  return snapshot.data.genreRows.map(({ id, title, bits }) => ({
    id,
    name: title,
    items: listed.filter((item) => hasBit(bits, item)),
  }));
}

function decadesOf({ snapshot }: Taste, listed: Int32Array): Kind[] {
  const byDecade = new Map<number, number[]>();
  for (const item of listed) {
    const year = snapshot.data.year[item] ?? 0;
    if (year === 0) continue;
    const decade = year - (year % 10);
    byDecade.set(decade, byDecade.get(decade) ?? []);
    byDecade.get(decade)?.push(item);
  }
  return Array.from(byDecade, ([id, items]) => ({ id, name: `${id}s`, items: Int32Array.from(items) }));
}

/**
 * Returns people with at least two titles that the user rated. `items` contains all listed titles of the person,
 * rated or not.
 */
function peopleOf({ snapshot, ratings }: Taste): Kind[] {
  const { directors, cast, people, listed } = snapshot.data;
  const rated = new Map<number, number>();
  for (const item of ratings.keys()) {
    const leads = cast.values.subarray(cast.offsets[item], cast.offsets[item + 1]).subarray(0, CAST_USED);
    const credited = directors.values.subarray(directors.offsets[item], directors.offsets[item + 1]);
    for (const id of new Set([...credited, ...leads])) rated.set(id, (rated.get(id) ?? 0) + 1);
  }
  return [...rated].flatMap(([id, count]) => {
    const index = personIndex(people, id);
    if (count < RATED || index < 0) return [];
    const { offsets, values } = people.titles;
    const items = values.subarray(offsets[index], offsets[index + 1]).filter((item) => hasBit(listed, item));
    return [{ id, name: textAt(people.names, index), items }];
  });
}

/** Returns the values of a column, such as themes, with at least two titles that the user rated. */
function valuesOf(
  { ratings }: Taste,
  listed: Int32Array,
  { offsets, values }: Csr,
  nameOf: (value: number) => string | null,
): Kind[] {
  const valuesAt = (item: number): Int32Array => values.subarray(offsets[item], offsets[item + 1]);
  const rated = new Map<number, number>();
  for (const item of ratings.keys())
    for (const value of valuesAt(item)) rated.set(value, (rated.get(value) ?? 0) + 1);
  const items = new Map<number, number[]>(
    [...rated].flatMap(([value, count]) => (count < RATED ? [] : [[value, []]])),
  );
  for (const item of listed) for (const value of valuesAt(item)) items.get(value)?.push(item);
  return [...items].flatMap(([id, own]): Kind[] => {
    const name = nameOf(id);
    return name === null ? [] : [{ id, name, items: Int32Array.from(own) }];
  });
}

/** Returns the learned effect of each kind, highest effect first (docs/recommender.md#learned-taste). */
export function learn(taste: Taste): Omit<LearnedTaste, 'groups'> {
  const { snapshot, factors } = taste;
  const moves = snapshot.model.moves(factors);
  const meanOf = (items: Int32Array): number =>
    items.reduce((sum, item) => sum + (moves[item] ?? 0), 0) / Math.max(1, items.length);
  const listed = listedItems(snapshot);
  const average = meanOf(listed);
  const toLearned = ({ id, name, items }: Kind): LearnedKind => ({
    id,
    name,
    effect: hundredths(meanOf(items) - average),
    certainty: hundredths(snapshot.model.certainty(factors, items)),
  });
  const highestFirst = (kinds: LearnedKind[]): LearnedKind[] =>
    kinds.sort((a, b) => b.effect - a.effect || a.id - b.id);
  const learned = (kinds: Kind[]): LearnedKind[] =>
    highestFirst(kinds.filter(({ items }) => items.length > 0).map(toLearned));
  const isAgreed = ({ items }: Kind, { effect }: LearnedKind): boolean => {
    const ratings = Array.from(items, (item) => taste.ratings.get(item)).filter(
      (rating) => rating !== undefined,
    );
    const agreeing = ratings.filter((rating) => rating >= LIKED === effect > 0);
    return agreeing.length >= AGREEING * ratings.length;
  };
  const strongest = (kinds: Kind[]): LearnedKind[] =>
    highestFirst(
      kinds
        .filter(({ items }) => items.length > 0)
        .map((kind) => ({ kind, learned: toLearned(kind) }))
        .filter(({ kind, learned }) => isAgreed(kind, learned))
        .map(({ learned }) => learned)
        .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || a.id - b.id)
        .slice(0, SHOWN),
    );
  const { data } = snapshot;
  const themes = valuesOf(taste, listed, data.themes, (id) => data.themeRows[id]?.label ?? null);
  const codeOf = (id: number): string => data.countryCodes[id] ?? '';
  const countries = valuesOf(taste, listed, data.countries, (id) => countryName(codeOf(id)) ?? null);
  return {
    genres: learned(genresOf(taste, listed)),
    decades: learned(decadesOf(taste, listed)),
    people: strongest(peopleOf(taste)),
    themes: strongest(themes).flatMap(({ id, ...kind }) => {
      const theme = data.themeRows[id];
      return theme ? [{ ...kind, slug: theme.slug, group: theme.group }] : [];
    }),
    countries: strongest(countries).map(({ id, ...kind }) => ({ ...kind, code: codeOf(id) })),
  };
}

const count = <K>(keys: readonly K[]): [K, number][] => {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
};

/** Counts tags, ignoring upper and lower case. The result has the first spelling of each tag. */
function countTags(tags: readonly string[]): { tag: string; count: number }[] {
  const spelling = new Map<string, string>();
  for (const tag of tags) if (!spelling.has(tag.toLowerCase())) spelling.set(tag.toLowerCase(), tag);
  return count(tags.map((tag) => tag.toLowerCase())).map(([key, ratings]) => ({
    tag: spelling.get(key) ?? key,
    count: ratings,
  }));
}

const mean = (rows: readonly RatedRow[]): number =>
  hundredths(rows.reduce((sum, { rating }) => sum + rating, 0) / rows.length);

/** Computes the totals over the titles of the rating history. */
function total({ snapshot, hiddenItems }: Taste, all: readonly RatedRow[]): RatingTotals {
  const itemOf = new Map(all.map((row) => [row, snapshot.indexOf(row.mediumId)]));
  const rows = all.filter((row) => {
    const item = itemOf.get(row) ?? -1;
    return item >= 0 && !hiddenItems.has(item);
  });
  const byGenre = snapshot.data.genreRows.flatMap(({ id, title: name, bits }) => {
    const ofGenre = rows.filter((row) => hasBit(bits, itemOf.get(row) ?? 0));
    return ofGenre.length === 0 ? [] : [{ id, name, count: ofGenre.length, average: mean(ofGenre) }];
  });
  return {
    ratings: rows.length,
    average: rows.length === 0 ? null : mean(rows),
    by_year: count(rows.map(({ updatedAt }) => updatedAt.getUTCFullYear()))
      .map(([year, ratings]) => ({ year, count: ratings }))
      .sort((a, b) => b.year - a.year),
    by_genre: byGenre.sort((a, b) => b.count - a.count || a.id - b.id),
    by_tag: countTags(rows.flatMap(({ tags }) => tags)).sort(
      (a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'),
    ),
  };
}

/** The largest number of titles that a taste is shown with. */
const TITLES_OF_TASTE = 12;

/** Returns the tastes of somebody with several, each with the titles that they chose. */
function groupsOf(taste: Taste): WithTexts<LearnedTaste['groups']> {
  const tastes = taste.named;
  const cards = cardsOf(
    taste,
    tastes.flatMap(({ titles }) => [...titles.subarray(0, TITLES_OF_TASTE)]),
    { view: 'card' },
  );
  return tastes.map((one) => ({
    id: one.id,
    name: one.ownName ?? generatedName(taste, one),
    dismissed: one.dismissed,
    media: Array.from(one.titles.subarray(0, TITLES_OF_TASTE), (item) => cards.get(item)).filter(
      (card) => card !== undefined,
    ),
  }));
}

/** Creates the service that returns a member's learned taste and the totals of their ratings. */
export function createTasteService({ users, repos }: Dependencies) {
  const keep = createKeptForTaste<WithTexts<LearnedTaste>>();

  /** Returns the reply of GET /api/v1/taste. */
  async function get({ userId }: Ctx): Promise<WithTexts<TasteReply>> {
    const [taste, rows] = await Promise.all([users.getTaste(userId), repos.rated.list(userId)]);
    const learned = keep(userId, taste, () => ({ ...learn(taste), groups: groupsOf(taste) }));
    return { taste: learned, totals: total(taste, rows) };
  }

  return {
    get,

    /**
     * Stores a name of a taste, or that it is not the caller's. A repeated call changes nothing.
     * @throws AppError `not_found` when no taste of the caller has the id.
     */
    async describe(ctx: Ctx, id: number, given: TasteGroupInput): Promise<WithTexts<TasteReply>> {
      const taste = await users.getTaste(ctx.userId);
      const found = findTaste(taste, id);
      if (!found) throw new AppError('not_found');
      const mediumIds = Array.from(found.titles, (item) => taste.snapshot.data.ids[item] ?? 0);
      // Again when a deletion of the account has locked the same rows in another order.
      await repeatLostRaces(() => repos.tasteGroups.save(ctx.userId, { id: found.id, mediumIds }, given));
      users.dropTaste(ctx.userId);
      return get(ctx);
    },
  };
}

export type TasteService = ReturnType<typeof createTasteService>;
