import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { NameMark } from './name-mark.tsx';
import { SiteFooter } from './site-footer.tsx';
import { ThemeButton } from './theme-button.tsx';
import css from './visitor-shell.module.css';

/** The top navbar with Login and Register, or Logout, and the footer. */
export function VisitorShell({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <header className={css.bar}>
        <NameMark />
        <nav className={css.actions} aria-label="Account">
          <ThemeButton />
          {signedIn ? (
            <ButtonLink to="/logout">Logout</ButtonLink>
          ) : (
            <>
              {pathname !== '/login' && (
                <ButtonLink to="/login" variant="plain">
                  Login
                </ButtonLink>
              )}
              {pathname !== '/register' && <ButtonLink to="/register">Register</ButtonLink>}
            </>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
