import type { Seen } from '@marquee/contracts';
import { formatDay } from '#src/lib/screen/dates.ts';
import { joinFacts } from './facts.ts';

/** Returns what is known of a view, such as `Seen on May 1, 2020 · 3 views`. */
export function seenInWords(seen: Seen | null): string {
  if (seen === null) return 'Mark as seen';
  const { seen_on, plays, up_to_season } = seen;
  return joinFacts([
    seen_on === null ? 'Seen' : `Seen on ${formatDay(seen_on)}`,
    plays !== null && plays > 1 ? `${plays.toLocaleString('en')} views` : '',
    up_to_season === null ? '' : `up to season ${up_to_season}`,
  ]);
}
