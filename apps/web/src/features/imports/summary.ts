import type { Import, ImportCounts, ImportState } from '@marquee/contracts';

const number = (value: number): string => value.toLocaleString('en-US');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** Returns the changes of an import, as parts of a sentence. */
export function changesOf(counts: ImportCounts): string[] {
  return [
    counts.ratings_new > 0 && plural(counts.ratings_new, 'new rating'),
    counts.ratings_changed > 0 && plural(counts.ratings_changed, 'changed rating'),
    counts.episodes > 0 &&
      `${plural(counts.episodes, 'episode')} of ${number(counts.episode_series)} series marked as seen`,
    counts.seen > 0 && plural(counts.seen, 'title marked as seen', 'titles marked as seen'),
    counts.list_entries > 0 && plural(counts.list_entries, 'list entry', 'list entries'),
    counts.lists > 0 && plural(counts.lists, 'new list'),
    counts.hidden > 0 && plural(counts.hidden, 'hidden title'),
  ].filter((part) => part !== false);
}

/** Whether an import brought views alone. They teach little until some of the titles are rated. */
export const isUnratedHistory = ({ counts }: Pick<Import, 'counts'>): boolean =>
  counts.seen + counts.episodes > 0 && counts.ratings_new + counts.ratings_changed === 0;

const STATES: Record<ImportState, string> = {
  reading: 'Reading the file',
  profile: 'Waiting for your choice of a profile',
  matching: 'Finding the titles',
  ready: 'Waiting for your confirmation',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Could not be read',
};

export const stateName = ({ state, late }: Pick<Import, 'state' | 'late'>): string =>
  late && state === 'applied' ? 'Titles that arrived later' : STATES[state];
