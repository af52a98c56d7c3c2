import type { RoundMode } from '@marquee/contracts';

/** How a round chooses its title. */
export const MODES = [
  { value: 'swipe', label: 'Everybody says yes or no' },
  { value: 'list', label: 'A list of ten, the host decides' },
] as const satisfies readonly { value: RoundMode; label: string }[];
