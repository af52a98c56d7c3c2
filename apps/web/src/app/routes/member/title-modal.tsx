import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import { parentPath, readTrail } from '#src/lib/title-address.ts';
import { closesSignedIn } from '#src/lib/token.ts';

/**
 * The title modal at its own address. Closing leads to the page beneath with the same query: by going back over the
 * opened titles where that is where they came from, else in this entry's place.
 */
export function Component() {
  const { mediaId } = useParams();
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const returning = useRef(false);

  const toPage = () =>
    void navigate({ pathname: parentPath(pathname), search }, { replace: true, preventScrollReset: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival at another entry
  useLayoutEffect(() => {
    if (!returning.current) return;
    returning.current = false;
    toPage();
  }, [key]);

  const close = () => {
    if (!closesSignedIn()) return;
    const trail = readTrail(state);
    if (trail?.from === parentPath(pathname)) return void navigate(-trail.over);
    // Opened by its address, or over `/`: the entry of the first title becomes the page, and those after it are left.
    const later = trail ? trail.over - (trail.from === '' ? 0 : 1) : 0;
    if (later === 0) return toPage();
    returning.current = true;
    void navigate(-later);
  };
  return <TitleSheet id={Number(mediaId)} onClose={close} />;
}
