import { storyLine } from '@marquee/contracts/story-line';
import type { MailFactsRepository } from './mail-facts.repository.ts';

export interface TitleFacts {
  id: number;
  title: string;
  /** For example "2019 · Series". An unknown part is left out. */
  detail: string;
  /** What happens, in a line, or null. */
  story: string | null;
}

const toDetail = (medium: { type: 'movie' | 'series'; releaseYear: number | null }): string =>
  [medium.releaseYear, medium.type === 'movie' ? 'Movie' : 'Series']
    .filter((part) => part !== null)
    .join(' · ');

/** Returns titles in the order of the ids. Leaves out ids without a title. */
export async function readTitles(
  facts: Pick<MailFactsRepository, 'listTitles'>,
  ids: number[],
): Promise<TitleFacts[]> {
  const rows = new Map((await facts.listTitles(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row
      ? [{ id, title: row.title, detail: toDetail(row), story: row.overview && storyLine(row.overview) }]
      : [];
  });
}
