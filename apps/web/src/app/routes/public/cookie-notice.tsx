import * as paths from '@marquee/contracts/paths';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { consent, hasConsented } from '#src/lib/storage/consent.ts';
import css from './cookie-notice.module.css';

/** The cookie notice. The button Ok hides the notice for 150 days. */
export function CookieNotice() {
  // The cookie is read after the first render, because the page is prerendered without the cookie.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(!hasConsented()), []);
  if (!shown) return null;
  return (
    <section className={css.notice} aria-label="Cookies">
      <p>
        We use one cookie, to remember that you have read this notice. We do not track you.{' '}
        <Link to={paths.privacy}>Privacy Policy</Link>
      </p>
      <Button
        variant="primary"
        onClick={() => {
          consent();
          setShown(false);
        }}
      >
        Ok
      </Button>
    </section>
  );
}
