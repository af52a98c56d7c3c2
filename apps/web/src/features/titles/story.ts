import type { Medium, Theme } from '@marquee/contracts';

const WORDS_MAX = 3;

/** A label without its article: a theme and a setting can have the same, as "prison" and "a prison". */
const bare = (label: string): string => label.replace(/^(an?|the) /, '');

/** Returns the themes without those that say the same as an earlier one. */
export const distinctThemes = (themes: readonly Theme[]): Theme[] =>
  themes.filter(({ label }, at) => themes.findIndex((other) => bare(other.label) === bare(label)) === at);

/** Returns a few words for what a title is about. */
export const themeWords = ({ themes }: Pick<Medium, 'themes'>): string[] =>
  distinctThemes(themes)
    .slice(0, WORDS_MAX)
    .map(({ label }) => label);
