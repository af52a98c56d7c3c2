import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { ProviderMarks } from '#src/components/ui/provider-marks.tsx';
import { cx } from '#src/lib/screen/class-names.ts';
import { generatedPoster } from '../art.ts';
import { breakable } from '../breakable.ts';
import { useLeaving } from '../hooks/leaving.ts';
import { type CardAction, type TitleActions, useTitleActions } from '../hooks/title-actions.ts';
import { useLongPress } from '../hooks/use-long-press.ts';
import { useInWatchLater } from '../hooks/watch-later.ts';
import { CardMatch } from './match.tsx';
import { sortedOffers } from './offer-link.tsx';
import css from './title-card.module.css';
import { useTitleLink } from './title-links.tsx';
import { ToldStory } from './told-story.tsx';

function cardActions(
  medium: MediumCard,
  isInWatchLater: boolean,
  actions: TitleActions | null,
): CardAction[] {
  if (!actions) return [];
  return [
    {
      key: 'r',
      icon: 'star',
      label: medium.rating === null ? texts.rate : 'Change rating',
      isOn: medium.rating !== null,
      run: (anchor) => actions.rate(medium, { anchor }),
    },
    {
      key: 'w',
      icon: isInWatchLater ? 'check' : 'clock',
      label: isInWatchLater ? 'In Watch Later' : texts.watchLater,
      isOn: isInWatchLater,
      run: () =>
        isInWatchLater ? actions.removeFromWatchLater(medium) : void actions.addTo('watchLater', medium),
    },
    {
      key: 'l',
      icon: medium.has_list ? 'check' : 'plus',
      label: medium.has_list ? 'Change lists' : 'Add to a list',
      isOn: medium.has_list,
      run: () => actions.editLists(medium),
    },
    medium.hidden
      ? { key: 'h', icon: 'show', label: 'Unhide', run: () => actions.unhide(medium) }
      : { key: 'h', icon: 'hide', label: 'Hide', run: () => actions.hide(medium) },
  ];
}

/** Moves the focus to the next title, or else to the one before, when the focused card leaves its list. */
function useFocusHandover(card: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const item = element.closest('li, [role="listitem"]');
      if (!item?.parentElement) return;
      const items = [...item.parentElement.children];
      const at = items.indexOf(item);
      const [neighbor] = [...items.slice(at + 1), ...items.slice(0, at).reverse()].flatMap(
        (each) => each.querySelector<HTMLElement>('a[href]') ?? [],
      );
      neighbor?.focus({ preventScroll: true });
    };
  }, [card]);
}

/** A pointer that passes over a row asks for no story. */
const STAYS_MS = 400;

/** Returns whether a pointer, or the focus of a keyboard, has stayed on the element for a moment, and its handlers. */
function useStayed() {
  const [isStaying, setStaying] = useState(false);
  const timer = useRef(0);
  const leave = () => {
    window.clearTimeout(timer.current);
    setStaying(false);
  };
  const arrive = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setStaying(true), STAYS_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    isStaying,
    handlers: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => pointerType === 'mouse' && arrive(),
      onPointerLeave: leave,
      onFocus: ({ target }: React.FocusEvent) => target.matches(':focus-visible') && arrive(),
      onBlur: leave,
    },
  };
}

/**
 * A title in a row or grid, with one link and one tab stop. The buttons for rate (key R), watch later (W) and
 * hide (H) appear on hover and focus, and so does its story. On touch screens a button or a long press opens the stars,
 * the story and the actions.
 */
export const TitleCard = memo(function TitleCard({
  medium,
  eager = false,
  stays = false,
  named = false,
  action,
}: {
  medium: MediumCard;
  eager?: boolean;
  /** Whether a hidden title stays in this list, with a mark. */
  stays?: boolean;
  /** Whether the name in the member's language is shown too, as in a search by it. */
  named?: boolean;
  /** One more action for this list, such as removing the title from the list. */
  action?: CardAction | undefined;
}) {
  const card = useRef<HTMLElement>(null);
  const link = useTitleLink(medium.id);
  const allActions = useTitleActions();
  const actions = [
    ...cardActions(medium, useInWatchLater(medium.id), allActions),
    ...(action ? [action] : []),
  ];
  const leaving = useLeaving(medium.id);
  useFocusHandover(card);
  const more = useRef<HTMLButtonElement>(null);
  const { isStaying, handlers } = useStayed();
  const openMore = () => {
    if (more.current)
      allActions?.rate(medium, { anchor: more.current, more: actions.filter(({ key }) => key !== 'r') });
  };
  const press = useLongPress(openMore);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || leaving) return;
    const action = actions.find(({ key }) => key === event.key.toLowerCase());
    if (!action) return;
    event.preventDefault();
    action.run(event.currentTarget);
  };

  const offers = sortedOffers(medium.provider_medium);
  // In a list that keeps hidden titles, hiding fades the card before it is marked, and unhiding shows it at once.
  const fades = leaving && !(stays && medium.hidden);
  const hidden = stays && fades ? false : medium.hidden !== leaving;
  return (
    <article
      ref={card}
      className={cx(
        css.card,
        fades && css.leaving,
        hidden && stays && css.dimmed,
        medium.elsewhere && css.elsewhere,
      )}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <Link
        {...link}
        {...press}
        className={`stack gap-3 ${css.link}`}
        aria-description={medium.elsewhere ? 'Your filters leave it out' : undefined}
        aria-keyshortcuts={actions.map(({ key }) => key.toUpperCase()).join(' ') || undefined}
        // The browser clicks the link on Enter. A held key must not open the title twice.
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      >
        <span className={css.art}>
          <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} eager={eager} />
          {isStaying && (
            <span aria-hidden="true">
              <ToldStory id={medium.id} className={`stack gap-1 ${css.story}`} />
            </span>
          )}
        </span>
        <span className={css.title} title={medium.title}>
          {breakable(medium.title)}
        </span>
      </Link>
      {named && medium.local_title !== null && (
        <span className={css.local} dir="auto" title={medium.local_title}>
          {medium.local_title}
        </span>
      )}
      <div className={`wrap ${css.line}`}>
        <span className={css.facts}>
          {medium.release_year}
          {medium.type === 'series' && ' series'}
        </span>
        <ProviderMarks offers={offers} />
      </div>
      <div className={`wrap ${css.line}`}>
        {hidden ? (
          <span className={css.mark}>
            Hidden
            <button
              type="button"
              tabIndex={-1}
              className={css.unhide}
              onClick={() => allActions?.unhide(medium)}
            >
              Unhide
            </button>
          </span>
        ) : (
          <CardMatch medium={medium} />
        )}
      </div>
      {actions.length > 0 && (
        <>
          <button
            ref={more}
            type="button"
            tabIndex={-1}
            className={css.more}
            aria-haspopup="dialog"
            aria-label={`What to do with ${medium.title}`}
            onClick={openMore}
          >
            <Icon name="more" />
          </button>
          <fieldset className={css.actions} aria-label={medium.title}>
            {actions.map((action) => (
              <button
                key={action.key}
                type="button"
                // The button has a letter key instead of a tab stop, so that each title has one tab stop.
                tabIndex={-1}
                aria-label={action.label}
                title={`${action.label} (${action.key.toUpperCase()})`}
                data-on={action.isOn || undefined}
                // The second click of a double click would take the first one back.
                onClick={({ currentTarget, detail }) => detail < 2 && action.run(currentTarget)}
              >
                <Icon name={action.icon} filled={action.icon === 'star' && action.isOn} />
                <kbd>{action.key.toUpperCase()}</kbd>
              </button>
            ))}
          </fieldset>
        </>
      )}
    </article>
  );
});
