import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import { parentPath, readTrail } from '#src/lib/title-address.ts';
import { closesSignedIn } from '#src/lib/token.ts';
import { dialogEntryLeft } from '#src/lib/use-back-closes.ts';

/**
 * The title modal at its own address. Closing leads to the page beneath with the same query: by going back over the
 * opened titles where that is where they came from, else in this entry's place.
 */
export function Component() {
  const { mediaId } = useParams();
  const place = useLocation();
  const { pathname, search, state } = place;
  const navigate = useNavigate();
  const arrived = useNavigationType();
  const returning = useRef(false);
  /** A dialog's entry is being left, which arrives at this title and is not the way back yet. */
  const leavingDialog = useRef(false);

  const toPage = () =>
    void navigate({ pathname: parentPath(pathname), search }, { replace: true, preventScrollReset: true });

  const close = () => {
    if (!closesSignedIn()) return;
    const left = dialogEntryLeft();
    if (left === null) return goBack();
    // The router tells of it only where it was not on a way back already.
    leavingDialog.current = arrived !== 'POP';
    void left.then(goBack);
  };

  const goBack = () => {
    const trail = readTrail(state);
    returning.current = true;
    if (trail?.from === parentPath(pathname)) return void navigate(-trail.over);
    // Opened by its address, or over `/`: the entry of the first title becomes the page, and those after it are left.
    const later = trail ? trail.over - (trail.from === '' ? 0 : 1) : 0;
    if (later === 0) return toPage();
    void navigate(-later);
  };

  // A way back that ends at another title goes on from there: it was the first one's entry, or the address had
  // not followed yet when somebody closed what they saw.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, also at the entry that one saw all along
  useLayoutEffect(() => {
    const fromDialog = leavingDialog.current;
    leavingDialog.current = false;
    if (fromDialog || !returning.current || arrived !== 'POP') return;
    returning.current = false;
    close();
  }, [place]);
  return <TitleSheet id={Number(mediaId)} onClose={close} />;
}
