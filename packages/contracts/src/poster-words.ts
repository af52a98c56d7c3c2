import type { TastePoster } from './taste-poster.ts';

// Apart from the schemas, so that the web app loads these words without them.

const naming = new Intl.ListFormat('en');

export const posterHeading = ({ name, of_year: year }: Pick<TastePoster, 'name' | 'of_year'>): string =>
  `${name}’s ${year ?? 'taste'}`;

/** Returns whole hours in words. */
export const hoursInWords = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'one hour' : `${hours.toLocaleString('en')} hours`;
};

export const lovedLabel = (year: number | null): string => (year === null ? 'Loved' : `Loved in ${year}`);
export const surprisesLabel = (count: number): string => (count === 1 ? 'A surprise' : 'Surprises');

/** Returns what the picture of a taste shows, as sentences for those who do not see it. */
export function posterInWords({ groups, year, of_year, loved, surprising }: TastePoster): string {
  const say = (start: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${start}: ${naming.format(names)}.`];
  const titles = (all: TastePoster['loved']): string[] => all.map(({ title }) => title);
  return [
    ...(of_year === null ? say('Likes', groups) : groups.map((line) => `${line}.`)),
    ...say(lovedLabel(year), titles(loved)),
    ...say(surprisesLabel(surprising.length), titles(surprising)),
  ].join(' ');
}
