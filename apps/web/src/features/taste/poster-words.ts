import type { TastePoster } from '@marquee/contracts';

const names = new Intl.ListFormat('en');

export const posterHeading = ({ name }: Pick<TastePoster, 'name'>): string => `${name}’s taste`;

/** Returns what the picture shows, for readers who do not see it. */
export function posterInWords({ groups, year, loved, surprising }: TastePoster): string {
  const say = (start: string, all: readonly string[]): string[] =>
    all.length === 0 ? [] : [`${start}: ${names.format(all)}.`];
  const titles = (all: TastePoster['loved']): string[] => all.map(({ title }) => title);
  return [
    ...say('Likes', groups),
    ...say(year === null ? 'Loved' : `Loved in ${year}`, titles(loved)),
    ...say(surprising.length === 1 ? 'A surprise' : 'Surprises', titles(surprising)),
  ].join(' ');
}
