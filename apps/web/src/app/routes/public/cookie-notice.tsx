import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { consent, hasConsented } from '#src/lib/consent.ts';
import css from './cookie-notice.module.css';

/** Says which cookies there are; Ok keeps it away for 150 days. */
export function CookieNotice() {
  const [shown, setShown] = useState(() => !hasConsented());
  if (!shown) return null;
  return (
    <section className={css.notice} aria-label="Cookies">
      <p>
        We use one cookie, to remember that you have read this. Nothing here follows you.{' '}
        <Link to="/privacy">Privacy Policy</Link>
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
