import type { TonightQuery } from '@marquee/contracts';
import { createBits, hasBit, setBit } from '#src/titles/engine/bits.ts';
import { keepFitting } from '#src/titles/engine/mood.ts';
import { dueSeries } from '#src/titles/users/progress.ts';
import type { Taste } from '#src/titles/users/taste.ts';

interface Continuing {
  item: number;
  episode: { season: number; episode: number; name: string | null; runtime_minutes: number | null };
}

/** Returns whether the caller can watch the title without this service: on another one, or where nobody knows. */
function isElsewhere({ market, providers }: Taste, item: number, without: number): boolean {
  const own = market.providers.filter(
    ({ id, bits }) => hasBit(bits, item) && (providers.size === 0 || providers.has(id)),
  );
  return own.length === 0 || own.some(({ id }) => id !== without);
}

/**
 * Returns the series whose next episode has aired and fits the evening, the one watched last first. An episode whose length is
 * unknown is as long as those of its series usually are.
 */
export function continuing(
  taste: Taste,
  { minutes, mood, without }: TonightQuery,
  notTonight: readonly number[],
): Continuing[] {
  const { data } = taste.snapshot;
  const due = dueSeries(taste.begun, taste.clock);
  const fitting = createBits(data.size);
  for (const [item] of due) setBit(fitting, item);
  keepFitting(data, fitting, { mood });
  const left = new Set(notTonight);
  return due.flatMap(([item, { next, runtimeMinutes }]): Continuing[] => {
    const runtime = runtimeMinutes ?? (data.runtime[item] || null);
    const isTooLong = minutes !== undefined && (runtime === null || runtime > minutes);
    if (next === null || isTooLong || !hasBit(fitting, item) || left.has(item) || taste.hidden(item))
      return [];
    if (without !== undefined && !isElsewhere(taste, item, without)) return [];
    const { season, episode, name } = next;
    return [{ item, episode: { season, episode, name, runtime_minutes: runtime } }];
  });
}
