import type { ImportKind, ImportScale } from '@marquee/contracts/imports';
import type { EpisodeHint } from './files/episode.ts';
import { toRating } from './files/fields.ts';
import { createScaleFinder, type FoundScale } from './files/scale.ts';
import {
  type Entry,
  type Fact,
  type OtherEntry,
  type ReadFact,
  type TitleEntry,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from './records.ts';

/** What the member chose, or null for what the file shows. */
export interface Chosen {
  kind: ImportKind | null;
  scale: ImportScale | null;
}

export type Settled = TitleEntry<Fact> | OtherEntry;

const isWish = ({ fact, list }: TitleEntry<ReadFact>): boolean =>
  fact.kind === 'list' && list?.type === 'watch_later';

/**
 * Finds out what all rows of a file together show: the scale of the scores, and whether the rows are ratings, views or
 * wishes.
 */
export function createSurvey() {
  const scale = createScaleFinder();
  const has = { rating: false, view: false, wish: false, open: false };
  return {
    add(entry: Entry): void {
      if ('passed' in entry) {
        if (entry.score !== undefined) scale.add(entry.score);
      } else if ('hint' in entry) {
        const { fact } = entry;
        if (fact.kind === 'score') scale.add(fact.score);
        has.rating ||= fact.kind === 'score' || (fact.kind === 'rating' && fact.rating !== null);
        has.view ||= fact.kind === 'seen';
        has.wish ||= isWish(entry);
        has.open ||= fact.kind === 'open';
      }
    },
    scale: (usual: ImportScale | null): FoundScale | null => scale.find(usual),
    // A file whose tables say different things is for the member to judge.
    kind: (): ImportKind | null =>
      has.rating ? 'ratings' : has.open ? null : has.view ? 'history' : has.wish ? 'watchlist' : null,
  };
}

const seen = (at: string | null, of?: EpisodeHint): Fact => ({
  kind: 'seen',
  ...(of && { of }),
  on: at,
  at: null,
});

/**
 * Returns a function that makes a fact of what a reader says, by the scale and by the kind that the member chose. Without a
 * chosen kind, a row that only names its title is passed over. Whatever a row states itself stays, whichever kind is chosen.
 */
export function createSettler({ kind }: Pick<Chosen, 'kind'>, scale: ImportScale | null) {
  /** The title of the row before, and what was made of it: a row may say two things of one title, which are one view. */
  let last: TitleHint | null = null;
  let lastKind = '';
  let lastOf: EpisodeHint | undefined;
  const once = (entry: TitleEntry<Fact>): Settled => {
    const { hint, fact } = entry;
    const of = fact.kind === 'seen' ? fact.of : undefined;
    if (hint === last && fact.kind === lastKind && of === lastOf) return { passed: true };
    last = hint;
    lastKind = fact.kind;
    lastOf = of;
    return entry;
  };
  return (entry: Entry): Settled => {
    if (!('hint' in entry)) return entry;
    const { fact, list, ...rest } = entry;
    const isRated = fact.kind === 'rating' || fact.kind === 'score';
    const isOfKind = isRated || fact.kind === 'seen' || isWish(entry);
    if (entry.isSaid && isRated && kind !== null && kind !== 'ratings')
      return once({ ...rest, fact: seen(fact.at) });
    if (fact.kind !== 'open' && (kind === null || entry.isSaid || !isOfKind)) {
      const settled = fact.kind === 'score' ? scored(fact, scale) : fact;
      if (settled === null) return UNREADABLE;
      const entryOf = { ...rest, fact: settled, ...(list && { list }) };
      return settled.kind === 'seen' ? once(entryOf) : entryOf;
    }
    const at = fact.kind === 'seen' ? (fact.on ?? fact.at) : 'at' in fact ? fact.at : null;
    if (kind === 'history') {
      if (fact.kind === 'seen') return once({ ...rest, fact });
      return once({ ...rest, fact: fact.kind === 'open' ? seen(fact.on, fact.of) : seen(at) });
    }
    if (kind === 'watchlist') return once({ ...rest, list: WATCH_LATER, fact: { kind: 'list', at } });
    if (kind === null || !isRated) return { passed: true };
    const settled = fact.kind === 'score' ? scored(fact, scale) : fact;
    return settled === null ? UNREADABLE : { ...rest, fact: settled };
  };
}

function scored(
  { score, tags, at, first }: { score: number; tags: string[]; at: string | null; first: string | null },
  scale: ImportScale | null,
): Fact | null {
  const rating = scale === null ? null : toRating(score, scale);
  return rating === null ? null : { kind: 'rating', rating, tags, at, first };
}
