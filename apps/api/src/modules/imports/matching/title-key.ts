import { createHash } from 'node:crypto';
import { normalize } from '#src/titles/engine/normalize.ts';
import { unturned } from '../files/fields.ts';
import type { TitleHint } from '../records.ts';

/** A longer name is told from others by its hash, since a key is stored with every row. */
const KEY_MAX = 100;
const ARTICLE = /^(?:the|a|an|le|la|les|l'|der|die|das|el|los|las|il|lo|un|une) +/i;

/**
 * Returns a key that is equal for rows about the same title. Rows with an id and rows without an id are merged after
 * matching.
 */
export function titleKey(hint: TitleHint): string {
  if (hint.mediumId !== null) return `m:${hint.mediumId}`;
  if (hint.imdbId !== null) return `i:${hint.imdbId}`;
  if (hint.tmdbId !== null) return `d:${hint.type ?? ''}:${hint.tmdbId}`;
  const name = normalize(hint.title) || hint.title.toLowerCase();
  const key = `t:${hint.type ?? ''}:${hint.year ?? ''}:`;
  return `${key}${name.length > KEY_MAX ? createHash('sha256').update(name).digest('base64url') : name}`;
}

export interface Wanted {
  by: 'title' | 'variant' | 'article' | 'alternative';
  text: string;
}

/** Returns the spellings of the title to search in the catalogue. */
export function spellingsOf({ title, originalTitle, alternatives }: TitleHint): Wanted[] {
  const texts = new Map<string, Wanted['by']>([[title, 'title']]);
  const add = (text: string, by: Wanted['by']) => {
    if (text !== '' && !texts.has(text)) texts.set(text, by);
  };
  add(unturned(title), 'title');
  add(originalTitle ?? '', 'title');
  const bare = title.replace(ARTICLE, '');
  add(bare, 'article');
  if (bare === title) add(`The ${title}`, 'article');
  add(title.replace(/\s*[([][^)\]]*[)\]]\s*$/, ''), 'variant');
  add(title.replace(/[:–-] .*$/, '').trim().length > 3 ? title.replace(/\s*–\s*/g, ': ') : '', 'variant');
  for (const alternative of alternatives) add(alternative, 'alternative');
  return [...texts].map(([text, by]) => ({ text, by }));
}
