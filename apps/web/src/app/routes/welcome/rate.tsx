import type { MediumCard } from '@marquee/contracts';
import { RATINGS_FOR_LIKELIHOOD } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { GridSkeleton } from '#src/components/ui/skeleton.tsx';
import { rateTitle } from '#src/features/ratings/rate-title.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { contrastQuery } from '#src/features/welcome/api.ts';
import { Outlook } from '#src/features/welcome/components/outlook.tsx';
import wallCss from '#src/features/welcome/components/wall.module.css';
import { WallCard } from '#src/features/welcome/components/wall-card.tsx';
import { WallSearch } from '#src/features/welcome/components/wall-search.tsx';
import { useWall } from '#src/features/welcome/hooks/use-wall.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { useSession } from '#src/lib/session/session.ts';

/** Number of ratings that the wall calls enough for a start. */
const ENOUGH = 5;
/** Number of famous titles that the member would probably not like: full lines at two, three and six columns. */
const CONTRAST_SIZE = 6;

function progressInWords(ratings: number): string {
  if (ratings === 0) return 'Give stars to five to ten of them. Press a star again for half a star.';
  const rated = `${ratings} ${ratings === 1 ? 'title' : 'titles'} rated.`;
  if (ratings < ENOUGH) return `${rated} ${ENOUGH} make a good start.`;
  return `${rated} A good start. Every further rating sharpens your match.`;
}

/** The wall of well-known posters to rate. */
export function Component() {
  const { user } = useSession();
  const actions = useTitleActions();
  const wall = useWall();
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set());
  const ratings = user?.rating_count ?? 0;
  const famous = useQuery({ ...contrastQuery, enabled: ratings >= RATINGS_FOR_LIKELIHOOD });

  /** Saves one rating or list entry and shows the next title in the slot. When saving fails, the title stays. */
  const answer = async (medium: MediumCard, save: () => Promise<boolean>) => {
    setSaving((now) => new Set(now).add(medium.id));
    try {
      if (!(await save())) return;
      await wall.replace(medium.id).catch(() => {
        showToast('Saved. The next title could not be loaded; please reload the page.', { tone: 'failure' });
      });
    } catch (error) {
      showFailure(error, 'We could not save your rating. Please try again.');
    } finally {
      setSaving((now) => new Set([...now].filter((id) => id !== medium.id)));
    }
  };
  const rate = async (medium: MediumCard, rating: number) => {
    await rateTitle(medium, { rating }, { rating: medium.rating });
    return true;
  };

  const card = (medium: MediumCard, key: number) => (
    <WallCard
      key={key}
      medium={medium}
      busy={saving.has(medium.id)}
      onRate={(rating) => answer(medium, () => rate(medium, rating))}
      onUnseen={() =>
        void answer(medium, async () => (await actions?.addTo('haventWatched', medium)) ?? false)
      }
    />
  );
  const contrast = (famous.data ?? [])
    .filter((medium) => wall.isOpen(medium) && !wall.slots.some(({ id }) => id === medium.id))
    .slice(0, CONTRAST_SIZE);

  return (
    <Page title="Rate a few titles" heading="Which of these have you seen?" lead={progressInWords(ratings)}>
      <ComeOver />
      {wall.isError && wall.slots.length === 0 ? (
        <QueryError of={wall} />
      ) : wall.isPending ? (
        <GridSkeleton />
      ) : wall.slots.length === 0 ? (
        <EmptyState
          text="You have rated every title that you probably know, or added it to a list."
          action={<ButtonLink to={paths.discover}>Go to Discover</ButtonLink>}
        />
      ) : (
        <div className={wallCss.rows}>
          {/* The key is the slot, so that the focus stays when the next title replaces the shown title. */}
          <ul className={wallCss.wall} aria-label="Titles you may have seen">
            {wall.slots.map(card)}
          </ul>
          <WallSearch
            show={(found) => (
              <ul className={wallCss.wall}>
                {found.filter(wall.isOpen).map((medium) => card(medium, medium.id))}
              </ul>
            )}
          />
          {contrast.length > 0 && (
            <section aria-labelledby="contrast">
              <h2 id="contrast">Famous, and not for you?</h2>
              <p className={wallCss.why}>Say so, and your page turns away from what everybody watches.</p>
              <ul className={wallCss.wall}>{contrast.map((medium) => card(medium, medium.id))}</ul>
            </section>
          )}
        </div>
      )}
      <Outlook
        action={
          <ButtonLink to={paths.discover} variant={ratings >= ENOUGH ? 'primary' : 'outline'}>
            {ratings === 0 ? 'Skip' : 'Go to Discover'}
          </ButtonLink>
        }
      />
    </Page>
  );
}
