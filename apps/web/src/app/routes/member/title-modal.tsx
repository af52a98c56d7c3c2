import type { MediumCard } from '@marquee/contracts';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { TitleRating } from '#src/features/ratings/components/title-rating.tsx';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import { hasEpisodes } from '#src/features/titles/has-episodes.ts';
import { parentPath, readTrail } from '#src/features/titles/title-address.ts';
import { dialogEntryLeft } from '#src/lib/screen/use-back-closes.ts';
import { closesSignedIn } from '#src/lib/session/token.ts';

const loadSeries = () => import('#src/features/series/components/title-parts.tsx');
const NextEpisode = lazy(async () => ({ default: (await loadSeries()).NextEpisode }));
const Seasons = lazy(async () => ({ default: (await loadSeries()).Seasons }));

/** The height of the closed seasons. */
const seasonsHeight = ({ seasons }: MediumCard): string => `${3 + 3.25 * (seasons ?? 1)}rem`;

/**
 * The title modal, which has an address. When the page below is in the history, closing goes back past all
 * opened titles.
 */
export function Component() {
  const { mediaId } = useParams();
  const place = useLocation();
  const { pathname, search, state } = place;
  const navigate = useNavigate();
  const arrived = useNavigationType();
  const returning = useRef(false);
  /** The title that was closed without leaving its address, as for a visitor. */
  const [closed, setClosed] = useState<string>();
  /**
   * Whether the step back from a dialog's history entry to this title is pending. This step must not close
   * the title.
   */
  const leavingDialog = useRef(false);

  /**
   * Opens the page in place of the title's history entry, and keeps the query. Used when the page is not in the
   * history.
   */
  const toPage = () =>
    void navigate({ pathname: parentPath(pathname), search }, { replace: true, preventScrollReset: true });

  const close = () => {
    if (!closesSignedIn()) return setClosed(mediaId);
    const left = dialogEntryLeft();
    if (left === null) return goBack();
    // After two POP navigations in a row, the router does not render again. In this case, there is no step to
    // ignore.
    leavingDialog.current = arrived !== 'POP';
    void left.then(goBack);
  };

  const goBack = () => {
    const trail = readTrail(state);
    returning.current = true;
    if (trail?.from === parentPath(pathname)) return void navigate(-trail.over);
    // When the first title was opened by its address or over `/`, go back to the first title's entry. The
    // page then replaces this entry.
    const later = trail ? trail.over - (trail.from === '' ? 0 : 1) : 0;
    if (later === 0) return toPage();
    void navigate(-later);
  };

  // A step back can end at another title, when a dialog closes before the address has changed. Close that
  // title too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation, also to the same entry
  useLayoutEffect(() => {
    const fromDialog = leavingDialog.current;
    leavingDialog.current = false;
    if (fromDialog || !returning.current || arrived !== 'POP') return;
    returning.current = false;
    close();
  }, [place]);
  if (closed === mediaId) return null;
  return (
    <TitleSheet
      id={Number(mediaId)}
      onClose={close}
      stars={(medium) => <TitleRating key={medium.id} medium={medium} />}
      next={(medium) =>
        hasEpisodes(medium) && (
          <Suspense fallback={medium.progress?.seen ? <Skeleton height="9rem" /> : null}>
            <NextEpisode key={medium.id} medium={medium} begun />
          </Suspense>
        )
      }
      seasons={(medium) =>
        hasEpisodes(medium) && (
          <Suspense fallback={<Skeleton height={seasonsHeight(medium)} />}>
            <Seasons key={medium.id} medium={medium} />
          </Suspense>
        )
      }
    />
  );
}
