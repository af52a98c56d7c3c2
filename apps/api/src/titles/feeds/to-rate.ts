import { clearBit } from '#src/titles/engine/bits.ts';
import { deckRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { passNamed, withoutHidden } from './feed.ts';
import type { GivenFilters } from './titles.ts';

/** Unrated titles, ordered by how likely the user knows them and how much a rating teaches the model. */
export function toRate(taste: Taste, given: GivenFilters = {}): Row {
  const { data, model } = taste.snapshot;
  const open = withoutHidden(taste, passNamed(taste, given, data.listed));
  for (const known of [taste.ratings.keys(), taste.unseen]) for (const item of known) clearBit(open, item);
  const scores = new Float32Array(data.size);
  model.teach(taste.factors, scores);
  return deckRow(taste, scores, open);
}
