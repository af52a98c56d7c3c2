import type { CreditsScene, Medium, MediumCard } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { MEDIUM_FETCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { useSession } from '#src/lib/session/session.ts';
import { mediumQuery } from '../api.ts';
import { generatedPoster } from '../art.ts';
import { awardsInWords } from '../awards.ts';
import { breakable } from '../breakable.ts';
import { findCachedMedium } from '../cache/media-cache.ts';
import { factsOf, joinFacts, typeInWords } from '../facts.ts';
import { Credits } from './credits.tsx';
import { TitleMatch } from './match.tsx';
import { MoreLikeThis } from './more-like-this.tsx';
import { Preview } from './preview.tsx';
import { Themes } from './themes.tsx';
import { TitleButtons } from './title-buttons.tsx';
import { NestedTitleLinks } from './title-links.tsx';
import css from './title-sheet.module.css';
import { WhereToWatch } from './where-to-watch.tsx';

/**
 * Fetches the title in full. A member's title without offers is fetched a second time after 0.5 s:
 * docs/product.md#where-to-watch.
 */
function useMedium(id: number, signedIn: boolean) {
  const query = useQuery(mediumQuery(id, signedIn));
  const { data, refetch } = query;
  const lacking = signedIn && data !== undefined && data.provider_medium.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened title
  useEffect(() => {
    if (!lacking) return;
    const timer = setTimeout(() => void refetch(), MEDIUM_FETCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [lacking, id]);
  return query;
}

const SCENES: Record<CreditsScene, string> = {
  during: 'A scene plays during the credits.',
  after: 'A scene follows after the credits.',
  both: 'Scenes play during and after the credits.',
};

function Facts({ medium }: { medium: MediumCard }) {
  const { user } = useSession();
  const critics = user?.critical_rating_source === 'metacritic' ? medium.critical_rating : null;
  return (
    <>
      <p className={css.facts}>{joinFacts([typeInWords(medium.type), ...factsOf(medium)])}</p>
      <p className="soft">
        {joinFacts([medium.genres.join(', '), critics === null ? '' : `Metacritic ${critics}`])}
      </p>
    </>
  );
}

/** What a member sees of a title besides its facts. Each is a feature of its own. */
interface MemberParts {
  /** The rating. */
  stars?: ((medium: MediumCard) => ReactNode) | undefined;
  /** Where the member is in a series. */
  next?: ((medium: MediumCard) => ReactNode) | undefined;
  /** The seasons of a series. */
  seasons?: ((medium: MediumCard) => ReactNode) | undefined;
}

function Sheet({
  medium,
  full,
  headingId,
  visitorPrompt,
  stars,
  next,
  seasons,
}: {
  medium: MediumCard;
  full: Medium | undefined;
  headingId: string;
  visitorPrompt: ReactNode;
} & MemberParts) {
  return (
    <div className={css.sheet}>
      <div className={css.poster} data-moves="">
        <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} eager />
      </div>
      <div className={css.head}>
        <h2
          id={headingId}
          tabIndex={-1}
          className={css.title}
          data-long={medium.title.length > 34 || undefined}
        >
          {breakable(medium.title)}
        </h2>
        {medium.local_title !== null && (
          <p className={css.local} dir="auto">
            {medium.local_title}
          </p>
        )}
        {full ? (
          full.overview && <p className={css.overview}>{full.overview}</p>
        ) : (
          <Skeleton height="4.5rem" />
        )}
        <Facts medium={medium} />
        {stars?.(medium)}
        {(!stars || medium.rating === null) && <TitleMatch medium={medium} isOpened={full !== undefined} />}
        {next?.(medium)}
        <TitleButtons medium={medium} />
      </div>
      <section className={css.where} aria-label="Where to watch">
        <h3>Where to watch</h3>
        {visitorPrompt ?? <WhereToWatch medium={medium} />}
      </section>
      <div className={css.body}>
        {full && <Themes themes={full.themes} />}
        {seasons?.(medium)}
        {full ? <Credits medium={full} /> : <Skeleton height="9rem" />}
        {full && awardsInWords(full.awards) !== '' && <p className="soft">{awardsInWords(full.awards)}</p>}
        {full?.credits_scene && <p className="soft">{SCENES[full.credits_scene]}</p>}
      </div>
    </div>
  );
}

/** Placeholder of the title in the final sizes. */
function SheetSkeleton({ headingId }: { headingId: string }) {
  return (
    <>
      <h2 id={headingId} className="visually-hidden">
        Loading
      </h2>
      <div className={css.sheet} aria-hidden="true">
        <div className={css.poster}>
          <Skeleton height="auto" />
        </div>
        <div className={css.head}>
          <div className={css.title}>
            <Skeleton width="80%" />
          </div>
          <Skeleton height="15rem" />
        </div>
        <div className={css.where}>
          <Skeleton height="10rem" />
        </div>
        <div className={css.body}>
          <Skeleton height="9rem" />
        </div>
      </div>
    </>
  );
}

let transition: typeof import('../poster-transition.ts') | undefined;

/** Loads what moves posters. Titles that open earlier just appear. */
export const loadPosterTransition = async () => {
  transition = await import('../poster-transition.ts');
};

/** An opened title in a dialog over its page. For a `visitor`, links to login and sign-up replace the offers. */
export function TitleSheet({
  id,
  onClose,
  visitor,
  ...parts
}: {
  id: number;
  onClose: () => void;
  visitor?: ReactNode;
} & MemberParts) {
  const signedIn = visitor === undefined;
  const headingId = useId();
  const query = useMedium(id, signedIn);
  const full = query.data;
  const medium: MediumCard | undefined = full ?? findCachedMedium(id);
  useTitle(medium?.title ?? 'Title', 'modal');

  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    // Another title replaced the shown title, so scroll to the top.
    shown.current = id;
    top.current?.closest('dialog')?.scrollTo(0, 0);
    document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [id, headingId]);

  useLayoutEffect(() => transition?.movePoster(top.current?.closest('dialog'), shown), []);

  const failed = query.isError && !full;
  const missing = failed && query.error instanceof ApiError && query.error.status === 404;
  return (
    <Dialog
      title={medium?.title ?? (failed ? 'Title' : 'Loading')}
      size="full"
      onClose={onClose}
      backCloses={false}
      {...(!failed && { headingId })}
    >
      <div ref={top} className={css.page} aria-busy={query.isPending}>
        {missing ? (
          <EmptyState
            text="This title does not exist."
            more="It may have been removed from the catalogue."
            action={
              <Button variant="primary" onClick={onClose}>
                Go back
              </Button>
            }
          />
        ) : failed ? (
          <QueryError of={query} />
        ) : (
          <>
            <Preview key={id} medium={full} poster={medium?.poster_url} />
            {medium ? (
              <Sheet medium={medium} full={full} headingId={headingId} visitorPrompt={visitor} {...parts} />
            ) : (
              <SheetSkeleton headingId={headingId} />
            )}
            {signedIn && (
              <NestedTitleLinks>
                <MoreLikeThis id={id} />
              </NestedTitleLinks>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
