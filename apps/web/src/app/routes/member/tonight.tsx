import type { TonightReply } from '@marquee/contracts';
import { NOT_TONIGHT_DAYS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Outlet, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { episodeCode } from '#src/features/series/in-words.ts';
import { markEpisodes } from '#src/features/series/mark-episodes.ts';
import { TONIGHT_KEY } from '#src/features/titles/cache/media-keys.ts';
import { monthSeen, OfferAge, sortedOffers } from '#src/features/titles/components/offer-link.tsx';
import { LENGTHS, MOODS } from '#src/features/titles/evening-choices.ts';
import { againTonight, notTonight, tonightQuery } from '#src/features/tonight/api.ts';
import { Pick, PicksSkeleton } from '#src/features/tonight/components/pick.tsx';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { EVENING_TABS } from './evening-tabs.ts';
import css from './tonight.module.css';

const chosen = <V extends string>(choices: readonly { value: V }[], text: string | null): V | undefined =>
  choices.find(({ value }) => value === text)?.value;

/** Marks the episode that a pick goes on with, with Undo. */
async function markNext({ medium, episode }: TonightReply['picks'][number]): Promise<void> {
  if (episode === null) return;
  const which = { episodes: [{ season: episode.season, episode: episode.episode }] };
  await markEpisodes(medium, which, { seen: true }, episodeCode(episode));
}

/** Three titles for this evening. Length, mood and page are in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const minutes = chosen(LENGTHS, params.get('minutes')) || undefined;
  const mood = chosen(MOODS, params.get('mood')) || undefined;
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  const query = useQuery(tonightQuery({ ...(minutes && { minutes }), ...(mood && { mood }), page }));
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const client = useQueryClient();
  const again = () => void client.invalidateQueries({ queryKey: TONIGHT_KEY });
  /** Leaves a title out at once, so that the toast with Undo is shown beside the two that stay. */
  const leaveOut = ({ id, title }: { id: number; title: string }) =>
    void writeOptimistically({
      scope: `tonight ${id}`,
      patch: () => {
        setLeftOut((ids) => [...ids, id]);
        return () => setLeftOut((ids) => ids.filter((other) => other !== id));
      },
      save: () => notTonight(id),
      done: `“${title}” is left out of Tonight for ${NOT_TONIGHT_DAYS} days.`,
      undo: { save: () => againTonight(id), failure: 'This could not be undone. Please try again.' },
      failure: 'We could not save this. Please try again.',
      settled: again,
    });
  /** Opens the first page of another choice, or another page of the same one. */
  const open = (next: { minutes?: string; mood?: string; page?: number }): void => {
    const wanted = { minutes: minutes ?? '', mood: mood ?? '', ...next };
    const values = Object.entries(wanted).filter(
      ([key, value]) => value !== '' && !(key === 'page' && value === 1),
    );
    setParams(new URLSearchParams(values.map(([key, value]) => [key, String(value)])));
  };
  const picks = query.data?.picks.filter(({ medium }) => !leftOut.includes(medium.id)) ?? [];
  const [oldest] = picks
    .flatMap(({ medium }) => sortedOffers(medium.provider_medium).slice(0, 1))
    .filter((offer) => monthSeen(offer) !== null)
    .sort((a, b) => a.checked_at.localeCompare(b.checked_at));
  const firstSure = picks.findIndex(({ role }) => role === 'sure');
  return (
    <>
      <Page title="Tonight" tabs={EVENING_TABS}>
        <div className="stack gap-3">
          <div className={`wrap gap-2 ${css.questions}`}>
            <Select
              label="How long"
              labelHidden
              choices={LENGTHS}
              value={minutes ?? ''}
              onChange={(value) => open({ minutes: value })}
            />
            <Select
              label="What for"
              labelHidden
              choices={MOODS}
              value={mood ?? ''}
              onChange={(value) => open({ mood: value })}
            />
            <span className={css.links}>
              <Link to={paths.together}>Together</Link>
              <Link to={paths.worth}>Worth it</Link>
            </span>
          </div>
          {query.isPending && (
            <div className={`stack gap-2 ${css.picks}`} aria-hidden="true">
              <PicksSkeleton />
            </div>
          )}
          {query.isError && !query.data && <QueryError of={query} />}
          {query.data && picks.length === 0 && (
            <EmptyState
              text={page > 1 ? 'That was the last reel.' : 'Nothing on your services fits.'}
              more={
                page > 1
                  ? 'You have seen every title that fits.'
                  : 'Try another length or mood, or add a service.'
              }
              action={
                page > 1 ? (
                  <Button variant="primary" onClick={() => open({ page: 1 })}>
                    Start again
                  </Button>
                ) : (
                  <ButtonLink to={paths.settings} variant="primary">
                    Choose services
                  </ButtonLink>
                )
              }
            />
          )}
          {picks.length > 0 && (
            <div className={`stack gap-2 ${css.picks}`} aria-live="polite" aria-busy={query.isFetching}>
              {picks.map((pick, at) => (
                <Pick
                  key={pick.medium.id}
                  pick={pick}
                  isFurther={pick.role === 'sure' && at !== firstSure}
                  onSeen={again}
                  onEpisodeSeen={() => void markNext(pick)}
                  onNotTonight={() => leaveOut(pick.medium)}
                />
              ))}
              <Button wide onClick={() => open({ page: page + 1 })}>
                Others
              </Button>
              {oldest && (
                <p className="quiet">
                  Offers <OfferAge offer={oldest} />
                </p>
              )}
            </div>
          )}
        </div>
      </Page>
      <Outlet />
    </>
  );
}
