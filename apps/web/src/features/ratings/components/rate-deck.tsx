import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { SavingStars } from '#src/components/ui/saving-stars.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { factsOf, joinFacts, typeInWords } from '#src/features/titles/facts.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { useInWatchLater } from '#src/features/titles/hooks/watch-later.ts';
import { useDeck } from '../hooks/use-deck.ts';
import { saveStars } from '../rate-title.ts';
import { CoverFlow } from './cover-flow.tsx';
import css from './rate-deck.module.css';

/** Delay in ms before stars are saved and the next title is shown. Until then the member can change the stars. */
const SAVE_AFTER_MS = 900;

/** The Rate tab: one title after another. Each action on a title shows the next title. */
export function RateDeck() {
  const deck = useDeck();
  const actions = useTitleActions();
  const { current } = deck;
  const isInWatchLater = useInWatchLater(current?.id ?? 0);

  if (deck.failed) return <QueryError of={deck} />;
  if (deck.loading) {
    return (
      <div className={css.deck} aria-hidden="true">
        <div className={css.waiting}>
          <Skeleton height="100%" />
        </div>
        <div className={`stack gap-2 ${css.caption}`}>
          <Skeleton width="14rem" height="2.25rem" />
          <Skeleton width="12rem" height="1.5rem" />
        </div>
        <Skeleton width="min(100%, 40rem)" height="3.5rem" />
      </div>
    );
  }
  if (!current || !actions) {
    return (
      <EmptyState
        text="There is nothing left to rate."
        more="You have rated every title that you probably know, or added it to a list."
        action={
          <>
            <ButtonLink to={paths.discover}>Back to Discover</ButtonLink>
            <ComeOver />
          </>
        }
      />
    );
  }

  const addTo = (list: 'watchLater' | 'haventWatched') => {
    void actions.addTo(list, current);
    deck.finish(current.id);
  };
  return (
    <div className={css.deck}>
      <CoverFlow
        titles={deck.titles}
        index={deck.index}
        onPrevious={deck.previous}
        onNext={deck.next}
        onGoTo={deck.goTo}
      />
      <div className={`stack gap-2 ${css.caption}`}>
        <h2 className={css.title}>{current.title}</h2>
        <p className="soft">{joinFacts([typeInWords(current.type), ...factsOf(current)])}</p>
      </div>
      <div className={css.stars}>
        <SavingStars
          label="Your rating"
          value={current.rating}
          subject={current.id}
          delayMs={SAVE_AFTER_MS}
          onSave={async (rating) => {
            if (await saveStars(current, rating)) deck.finish(current.id);
          }}
        />
      </div>
      <fieldset className={css.answers} aria-label={current.title}>
        <Button size="large" onClick={() => addTo('haventWatched')}>
          {texts.haventWatched}
        </Button>
        <Button
          size="large"
          onClick={({ currentTarget }) =>
            actions.rate(current, { anchor: currentTarget, onRated: () => deck.finish(current.id) })
          }
        >
          <Icon name="star" />
          {texts.rate}
        </Button>
        <Button
          size="large"
          aria-pressed={isInWatchLater}
          data-on={isInWatchLater || undefined}
          // A title that is in the list already stays as it is, and an Undo would remove it.
          onClick={() => (isInWatchLater ? deck.finish(current.id) : addTo('watchLater'))}
        >
          {isInWatchLater && <Icon name="check" />}
          {texts.watchLater}
        </Button>
      </fieldset>
    </div>
  );
}
