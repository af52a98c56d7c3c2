import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';

/**
 * The title of a shared link, shown to visitors over the login. Closing it keeps the address, which is the redirect
 * target.
 */
export function Component() {
  const { mediaId } = useParams();
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const close = () => setClosed(true);
  return (
    <TitleSheet
      id={Number(mediaId)}
      onClose={close}
      visitor={
        <>
          <p>Log in or sign up to see streaming provider(s) information.</p>
          <br />
          <Button variant="primary" onClick={close}>
            Log in
          </Button>{' '}
          <ButtonLink to="/register">Sign up</ButtonLink>
        </>
      }
    />
  );
}
