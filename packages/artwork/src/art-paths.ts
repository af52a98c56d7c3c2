import type { CardArt } from './card.ts';
import type { TitleArt } from './design.ts';
import type { PersonArt } from './portrait.ts';
import type { ProviderArt } from './provider-mark.ts';
import { hash } from './seed.ts';
import type { TasteArt } from './taste-poster.ts';

/**
 * Version of the drawing code. Raise it with every visible change, because clients cache images for a year.
 */
const DRAWING = 3;

const stamp = (...facts: readonly (string | number | null)[]): string =>
  hash([DRAWING, ...facts].join('|')).toString(36);

/** Returns the version of a title's art, a hash of the facts that the art is drawn from. */
export function titleArtVersion({ title, type, releaseYear, genres, directors }: TitleArt): string {
  return stamp(title, type, releaseYear, genres.join(), directors[0] ?? '');
}

/**
 * Returns the path of a title's poster. The version is in the query, so that clients can cache the poster for
 * a year.
 */
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

export function cardVersion(art: CardArt): string {
  return stamp(JSON.stringify(art));
}

/** Returns the path of the picture beside a link. `key` is an id or a code, which needs no encoding. */
export function cardPath(kind: string, key: string | number, art: CardArt): string {
  return `/images/cards/${kind}/${key}.jpg?v=${cardVersion(art)}`;
}

export function tastePosterVersion(art: TasteArt): string {
  return stamp(JSON.stringify(art));
}

/** Returns the path of the picture of a public poster. */
export function tastePosterPath(code: string, art: TasteArt): string {
  return `/images/taste/${code}.jpg?v=${tastePosterVersion(art)}`;
}
