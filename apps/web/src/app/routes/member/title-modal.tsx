import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import { parentPath, readTrail } from '#src/features/titles/title-address.ts';
import { dialogEntryLeft } from '#src/lib/screen/use-back-closes.ts';
import { closesSignedIn } from '#src/lib/session/token.ts';

/**
 * The title modal at its own address. Closing leads to the page below with the same query. It goes back over the opened
 * titles when the page is in the history, else it replaces the entry.
 */
export function Component() {
  const { mediaId } = useParams();
  const place = useLocation();
  const { pathname, search, state } = place;
  const navigate = useNavigate();
  const arrived = useNavigationType();
  const returning = useRef(false);
  /** Leaving a dialog's history entry also arrives at this title. That arrival must not close the title. */
  const leavingDialog = useRef(false);

  const toPage = () =>
    void navigate({ pathname: parentPath(pathname), search }, { replace: true, preventScrollReset: true });

  const close = () => {
    if (!closesSignedIn()) return;
    const left = dialogEntryLeft();
    if (left === null) return goBack();
    // After an earlier POP the router does not render again, so there is no arrival to skip.
    leavingDialog.current = arrived !== 'POP';
    void left.then(goBack);
  };

  const goBack = () => {
    const trail = readTrail(state);
    returning.current = true;
    if (trail?.from === parentPath(pathname)) return void navigate(-trail.over);
    // Opened by its address or over `/`: the entry of the first title becomes the page. Later entries are skipped.
    const later = trail ? trail.over - (trail.from === '' ? 0 : 1) : 0;
    if (later === 0) return toPage();
    void navigate(-later);
  };

  // A step back that ends at another title continues to the page. This happens when a dialog closes before the address
  // has followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each arrival, also at the same entry
  useLayoutEffect(() => {
    const fromDialog = leavingDialog.current;
    leavingDialog.current = false;
    if (fromDialog || !returning.current || arrived !== 'POP') return;
    returning.current = false;
    close();
  }, [place]);
  return <TitleSheet id={Number(mediaId)} onClose={close} />;
}
