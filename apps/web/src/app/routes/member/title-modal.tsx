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
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();

  const close = () => {
    if (!closesSignedIn()) return;
    const parent = parentPath(pathname);
    const trail = readTrail(state);
    if (trail?.from === parent) void navigate(-trail.over);
    else void navigate({ pathname: parent, search }, { replace: true, preventScrollReset: true });
  };
  return <TitleSheet id={Number(mediaId)} onClose={close} />;
}
