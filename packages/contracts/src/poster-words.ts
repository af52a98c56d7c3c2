import type { TastePoster } from './taste-poster.ts';

// Apart from the schemas, so that the web app loads these words without them.

const naming = new Intl.ListFormat('en');

export const posterHeading = ({ name }: Pick<TastePoster, 'name'>): string => `${name}’s taste`;
export const lovedLabel = (year: number | null): string => (year === null ? 'Loved' : `Loved in ${year}`);
export const surprisesLabel = (count: number): string => (count === 1 ? 'A surprise' : 'Surprises');

/** Returns what the picture of a taste shows, as sentences for those who do not see it. */
export function posterInWords({ groups, year, loved, surprising }: TastePoster): string {
  const say = (start: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${start}: ${naming.format(names)}.`];
  const titles = (all: TastePoster['loved']): string[] => all.map(({ title }) => title);
  return [
    ...say('Likes', groups),
    ...say(lovedLabel(year), titles(loved)),
    ...say(surprisesLabel(surprising.length), titles(surprising)),
  ].join(' ');
}
