import type { TitleArt } from './design.ts';
import type { PersonArt } from './portrait.ts';
import type { ProviderArt } from './provider-mark.ts';
import { hash } from './seed.ts';

/** Raise it when the drawing changes, so that clients fetch images again that they cache for a year. */
const DRAWING = 2;

const stamp = (...facts: readonly (string | number | null)[]): string =>
  hash([DRAWING, ...facts].join('|')).toString(36);

/** Changes with every fact that the art of a title shows. */
export function titleArtVersion({ title, type, releaseYear, genres, directors }: TitleArt): string {
  return stamp(title, type, releaseYear, genres.join(), directors[0] ?? '');
}

/** Path and query of a title's poster. The version in the query lets clients cache it for a year. */
export function posterPath(art: TitleArt): string {
  return `/images/posters/${art.id}.svg?v=${titleArtVersion(art)}`;
}

export function backdropPath(art: TitleArt): string {
  return `/images/backdrops/${art.id}.svg?v=${titleArtVersion(art)}`;
}

export function personVersion({ name }: PersonArt): string {
  return stamp(name);
}

export function portraitPath(art: PersonArt): string {
  return `/images/people/${art.id}.svg?v=${personVersion(art)}`;
}

export function providerVersion({ name }: ProviderArt): string {
  return stamp(name);
}

export function providerMarkPath(art: ProviderArt): string {
  return `/images/providers/${art.slug}.svg?v=${providerVersion(art)}`;
}
