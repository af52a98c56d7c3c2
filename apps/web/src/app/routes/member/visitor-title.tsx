import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { TitleSheet } from '#src/features/titles/components/title-sheet.tsx';
import css from './visitor-title.module.css';

/**
 * The title of the address, shown to visitors over the login. Most come by a link of a friend and have no account, so where
 * it plays is the reason to sign up. After closing, the address does not change, so login and sign-up open the title again.
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
          <p>
            Sign up and name your services, and see which of them has this title and how likely you are to
            enjoy it.
          </p>
          <div className={css.ways}>
            <ButtonLink variant="primary" to={paths.register}>
              Sign up
            </ButtonLink>
            <Button onClick={close}>Log in</Button>
          </div>
          <p className="soft">{texts.logInForOffers}</p>
        </>
      }
    />
  );
}
