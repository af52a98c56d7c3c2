import { topK, weightOfFame } from '@marquee/recommender';
import { type Bits, clearBit, hasBit, toItems } from '#src/titles/engine/bits.ts';
import { deckRow, fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed, withoutHidden } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

/** Returns a row that starts with the titles of `first`. `row` must not contain these titles. */
function before(first: Int32Array, row: Row): Row {
  return {
    total: first.length + row.total,
    slice(from, to) {
      const rest = row.slice(Math.max(0, from - first.length), Math.max(0, to - first.length));
      return Int32Array.from([...first.slice(from, to), ...rest]);
    },
  };
}

/** So many of the best known titles are famous: most people have an opinion of them. */
const FAMOUS = 300;
const CONTRAST = 40;

function unratedTitles(taste: Taste, given: GivenFilters = {}): Bits {
  const open = withoutHidden(taste, passNamed(taste, given, taste.snapshot.data.listed));
  for (const known of [taste.ratings.keys(), taste.unseen]) for (const item of known) clearBit(open, item);
  // Nobody rates a series within its first season.
  for (const item of taste.begun.keys()) if (!taste.seen.has(item)) clearBit(open, item);
  return open;
}

/** Returns the famous unrated titles that the user would most probably not like, the least likely first. */
export function famousAndUnlikely(taste: Taste): Row {
  // Titles have their indexes in the order of popularity.
  const famous = toItems(unratedTitles(taste)).slice(0, FAMOUS);
  const unlikely = taste.predictions.probabilitiesOf(famous).map((probability) => -probability);
  return fixedRow(topK(unlikely, CONTRAST).map((at) => famous[at] ?? 0));
}

/**
 * Returns unrated titles: first the seen titles, then all others by the value of a new rating (`Model.teach`). The less
 * the user's answers agree with fame, the farther apart these are in decade, country and length.
 */
export function toRate(taste: Taste, given: GivenFilters = {}): Row {
  const { model, catalogue } = taste.snapshot;
  const open = unratedTitles(taste, given);
  const seen = taste.seen.ordered.filter((item) => hasBit(open, item));
  for (const item of seen) clearBit(open, item);
  const answers = Array.from(taste.answers, (item) => ({ item, isKnown: taste.ratings.has(item) }));
  const fame = weightOfFame(catalogue.popularity, answers);
  const spread = { before: taste.answers, weight: 1 - fame };
  return before(seen, deckRow(taste, model.teach(taste.factors, fame), open, spread));
}
