import type { TitleArt } from '@marquee/artwork';
import { Medium } from '@marquee/contracts';
import { writeJson } from '#src/core/json-text.ts';
import { DEFAULT_COUNTRY } from '#src/titles/engine/markets.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { writeCard } from './card-writer.ts';

const PublicFacts = Medium.pick({
  id: true,
  title: true,
  type: true,
  overview: true,
  release_year: true,
  genres: true,
  directors: true,
});

/** What anybody may know of a title, and what its poster is drawn from. */
export interface TitleFacts {
  overview: string | null;
  art: TitleArt;
}

export function readTitleFacts({ data, marketOf }: Snapshot, item: number): TitleFacts {
  const written = writeJson(writeCard(data, marketOf(DEFAULT_COUNTRY), item, null, 'full'), []);
  const { overview, directors, release_year, ...facts } = PublicFacts.parse(JSON.parse(written.toString()));
  return {
    overview,
    art: { ...facts, releaseYear: release_year, directors: directors.map(({ name }) => name) },
  };
}
