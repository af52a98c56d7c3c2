import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import css from './visitor-title.module.css';

/**
 * The title of the address, shown to visitors over the login. After closing, the address does not change, so the login
 * opens the title again.
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
          <p>{texts.logInForOffers}</p>
          <div className={css.ways}>
            <Button variant="primary" onClick={close}>
              Log in
            </Button>
            <ButtonLink to={paths.register}>Sign up</ButtonLink>
          </div>
        </>
      }
    />
  );
}
