import type { TonightReply } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { OfferAge, OfferLink, sortedOffers } from '#src/features/titles/components/offer-link.tsx';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { factsOf, joinFacts } from '#src/features/titles/facts.ts';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import css from './pick.module.css';

type Picked = TonightReply['picks'][number];

const ROLES: Record<Picked['role'], string> = {
  sure: 'The sure one',
  bold: 'The bold one',
  saved: 'The one you saved',
};

/** One title for tonight: why, where to watch it, and a way to say that it was seen or does not fit. */
export function Pick({
  pick: { medium, role, reason },
  isFurther,
  busy,
  onSeen,
  onNotTonight,
}: {
  pick: Picked;
  /** Whether the picks already have a sure one. */
  isFurther: boolean;
  busy: boolean;
  onSeen: () => void;
  onNotTonight: () => void;
}) {
  const actions = useTitleActions();
  const [offer] = sortedOffers(medium.provider_medium);
  return (
    <article className={css.pick} aria-labelledby={`pick-${medium.id}`}>
      <PosterImage className={css.poster} src={medium.poster_url} eager />
      <div className={css.words}>
        <p className={css.role}>{isFurther ? 'Another sure one' : ROLES[role]}</p>
        <h2 className={css.title} id={`pick-${medium.id}`}>
          <Link {...useTitleLink(medium.id)}>{medium.title}</Link>
        </h2>
        <p className={css.facts}>{joinFacts(factsOf(medium))}</p>
        <p className={css.reason}>{reason}</p>
        {offer && <OfferAge offer={offer} />}
      </div>
      <div className={css.actions}>
        {offer && (
          <OfferLink medium={medium} offer={offer} className={css.watch}>
            <Icon name="play" size={18} filled />
            {offer.medium_provider.name}
          </OfferLink>
        )}
        <Button
          variant="plain"
          onClick={({ currentTarget }) => actions?.rate(medium, { anchor: currentTarget, onRated: onSeen })}
        >
          Seen it
        </Button>
        <Button variant="plain" busy={busy} onClick={onNotTonight}>
          Not tonight
        </Button>
      </div>
    </article>
  );
}

/** Placeholder of three picks. */
export function PicksSkeleton() {
  return ['a', 'b', 'c'].map((pick) => (
    <div key={pick} className={css.pick}>
      <div className={css.poster} data-blank="">
        <Skeleton height="100%" />
      </div>
      <Skeleton height="6.75rem" />
    </div>
  ));
}
