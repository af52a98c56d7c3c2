import { isDeepStrictEqual } from 'node:util';
import { call } from './load.ts';
import { ask, type Measurable } from './processes.ts';

const USERS = 20;
/** Scores that differ by less order their titles by chance. */
const SAME_SCORE = 1e-6;
const SAME_LIKELIHOOD = 0.1;
const ROWS = '/api/v2/media?grouped_genres=true&taste_rows=true&view=card';
const CARDS = '/api/v2/media?view=card';
const pagesOf = (mediumIds: readonly string[]): string[] => [
  ...[1, 2, 3, 4].map((page) => `${ROWS}&page=${page}`),
  ROWS.replace('&view=card', ''),
  `${ROWS}&media_type=series&all_streaming=false`,
  `${ROWS}&media_type=movies&all_streaming=true`,
  `${ROWS}&year_from=1980&year_to=1999`,
  `${ROWS}&only_staff=true`,
  ...[1, 2, 3, 60].map((page) => `${CARDS}&row=recommended&page=${page}`),
  ...['recent', 'genre-1', 'genre-2', 'decade-1990'].map((row) => `${CARDS}&row=${row}`),
  `${CARDS}&row=genre-1&page=3`,
  `${CARDS}&row=genre-3&sort=match`,
  ...[1, 3].map((page) => `${CARDS}&selection=to_rate&page=${page}`),
  ...mediumIds.map((id) => `${CARDS}&selection=similar&medium_id=${id}`),
  `${CARDS}&query=the+star`,
  `${CARDS}&query=matirx`,
];

interface Card {
  id: number;
  likelyhood: number;
}

interface Page {
  media: Card[];
  grouped_media: { id: string; media: Card[]; pagination: object }[];
  pagination: object;
}

const rowsOf = ({ media, grouped_media }: Page): { id: string; media: Card[] }[] => [
  { id: 'page', media },
  ...grouped_media,
];

/** Removes what may differ within the bounds, so that the rest must be equal. */
const restOf = (page: Page): Page => {
  const mask = (media: Card[]): Card[] =>
    media.map((card) => ({ ...card, likelyhood: 0 })).sort((a, b) => a.id - b.id);
  return {
    ...page,
    media: mask(page.media),
    grouped_media: page.grouped_media.map((row) => ({ ...row, media: mask(row.media) })),
  };
};

/**
 * Compares five hundred pages of twenty users: the same titles in the same order except between equal scores, and
 * likelihoods that differ by at most a tenth.
 * @returns what was seen, as a sentence.
 * @throws at the first page that differs by more.
 */
export async function comparePages(a: Measurable, b: Measurable, ids: readonly number[]): Promise<string> {
  const userIds = ids.slice(0, USERS);
  const { tokens: ofA = [] } = await ask(a.child, { tokensOf: userIds });
  const { tokens: ofB = [] } = await ask(b.child, { tokensOf: userIds });
  const seen = { pages: 0, titles: 0, swapped: 0, tenths: 0, others: 0 };
  for (const [at, userId] of userIds.entries()) {
    const { scores = {} } = await ask(b.child, { scoresOf: userId });
    // In the order of popularity: a known title and a less known one.
    const mediumIds = Object.keys(scores);
    const known = [mediumIds[10] ?? '', mediumIds[1_000] ?? ''];
    for (const path of pagesOf(known)) {
      const first: Page = JSON.parse(await call(a.address, { path, token: ofA[at] }));
      const second: Page = JSON.parse(await call(b.address, { path, token: ofB[at] }));
      const where = `user ${userId}, ${path}`;
      const rows = rowsOf(second);
      rowsOf(first).forEach(({ id, media }, row) => {
        const other = rows[row];
        if (other?.id !== id || other.media.length !== media.length)
          throw new Error(`${where}: row ${id} differs`);
        const likelihoods = new Map(other.media.map((card) => [card.id, card.likelyhood]));
        media.forEach((card, place) => {
          const found = other.media[place]?.id ?? 0;
          const gap = Math.abs((scores[card.id] ?? 0) - (scores[found] ?? 0));
          if (found !== card.id && gap > SAME_SCORE)
            throw new Error(
              `${where}: row ${id} has ${found} instead of ${card.id} at ${place}, ${gap} apart`,
            );
          const apart = Math.abs(card.likelyhood - (likelihoods.get(card.id) ?? card.likelyhood));
          if (apart > SAME_LIKELIHOOD + 1e-9)
            throw new Error(`${where}: likelihood of ${card.id} differs by ${apart}`);
          seen.titles++;
          if (found !== card.id) seen.swapped++;
          if (apart > 0) seen.tenths++;
        });
      });
      if (!isDeepStrictEqual(restOf(first), restOf(second))) seen.others++;
      seen.pages++;
    }
  }
  return `${seen.pages} pages of ${USERS} users with ${seen.titles} titles: ${seen.swapped} titles of equal scores in another place, ${seen.tenths} likelihoods a tenth apart, ${seen.others} pages differ in another field.`;
}
