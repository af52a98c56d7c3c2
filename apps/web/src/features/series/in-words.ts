import type { EpisodeNumber, Progress } from '@marquee/contracts';

/** Returns the number of an episode, such as `S3 E4`. Season 0 has the specials. */
export const episodeCode = ({ season, episode }: EpisodeNumber): string =>
  season === 0 ? `Special ${episode}` : `S${season} E${episode}`;

/** Returns the name of a season. */
export const seasonName = (season: number): string => (season === 0 ? 'Specials' : `Season ${season}`);

/** Returns the name of an episode, or its number where the name is unknown or would tell too much. */
export const episodeName = ({ name, episode }: { name: string | null; episode: number }): string =>
  name ?? `Episode ${episode}`;

const near = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const far = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day that is further away than this has its year. */
const NEAR_MS = 300 * 86_400_000;

/** Formats the day of an episode: `Fri, Dec 4` within some months, else `Aug 12, 2024`. */
export function dayInWords(day: string): string {
  const date = new Date(day);
  const isNear = Math.abs(date.getTime() - Date.now()) < NEAR_MS;
  return (isNear ? near : far).format(date);
}

/** Returns when an episode that is to come airs, such as `airs Fri, Dec 4`. */
export const airsInWords = (day: string | null): string =>
  day === null ? 'no day yet' : `airs ${dayInWords(day)}`;

const STATES: Record<Progress['state'], string> = {
  none: 'Not begun',
  watching: 'Watching',
  up_to_date: 'Up to date',
  finished: 'Finished',
  on_hold: 'On hold',
  dropped: 'Dropped',
};

/** What a member can say of a series. */
export const WATCHING_STATES = (['watching', 'on_hold', 'dropped'] as const).map((value) => ({
  value,
  label: STATES[value],
}));

/** Returns where a member is in a series, such as `Watching, 24 of 60 episodes seen`. */
export function progressInWords({ state, seen, total }: Progress): string {
  return `${STATES[state]}, ${total >= seen ? `${seen} of ${total}` : seen} episodes seen`;
}
