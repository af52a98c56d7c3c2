import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { consent, hasConsented } from '#src/lib/consent.ts';
import css from './cookie-notice.module.css';

/** Says which cookies there are; Ok keeps it away for 150 days. */
export function CookieNotice() {
  // Asked for after the first drawing: the page is drawn ahead without knowing the answer.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(!hasConsented()), []);
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
