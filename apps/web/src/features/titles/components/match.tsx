import type { MediumCard } from '@marquee/contracts';
import { RATINGS_FOR_LIKELIHOOD, RATINGS_FOR_PERCENT } from '@marquee/contracts/constants';
import { starsInWords } from '@marquee/contracts/in-words';
import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { Likelihood } from '#src/components/ui/likelihood.tsx';
import { StarsValue } from '#src/components/ui/stars.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { Because } from './because.tsx';
import css from './match.module.css';

/** Returns whether the user has rated enough titles to show the likelihood. */
export function useHasMatch(): boolean {
  const { user } = useSession();
  return user !== null && user.rating_count >= RATINGS_FOR_LIKELIHOOD;
}

/** The likelihood of a title, as exact as the number of ratings allows. */
function Match({ value }: { value: number | null }) {
  const { user } = useSession();
  return <Likelihood value={value} percent={(user?.rating_count ?? 0) >= RATINGS_FOR_PERCENT} />;
}

/** On a card: the user's own stars, else the likelihood, else nothing. */
export function CardMatch({ medium }: { medium: MediumCard }) {
  const hasMatch = useHasMatch();
  if (medium.rating !== null) return <StarsValue rating={medium.rating} />;
  return hasMatch ? <Match value={medium.likelyhood} /> : null;
}

/**
 * In the title modal: the user's own stars, the likelihood with reasons, or a link to the wall.
 * @param isOpened whether the title is open and complete: then the match says why it has no reason.
 */
export function TitleMatch({ medium, isOpened = false }: { medium: MediumCard; isOpened?: boolean }) {
  const hasMatch = useHasMatch();
  if (medium.rating !== null)
    return <p className={`stack gap-2 ${css.match}`}>You rated it {starsInWords(medium.rating)}.</p>;
  if (medium.likelyhood === null) return null;
  if (!hasMatch) {
    return (
      <p className={`stack gap-2 ${css.match}`}>
        <Link to={paths.welcomeRate}>Rate a few titles to see your match</Link>
      </p>
    );
  }
  return (
    <p className={`stack gap-2 ${css.match}`}>
      <Match value={medium.likelyhood} />
      <span className="soft">
        <Because parts={medium.reason_parts} />
        {isOpened && medium.reason === null && 'From all your ratings together: no single one explains it.'}
      </span>
    </p>
  );
}
