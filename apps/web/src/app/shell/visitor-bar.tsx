import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { NameMark } from './name-mark.tsx';
import { ThemeButton } from './theme-button.tsx';
import css from './visitor-bar.module.css';

/** The top navbar with Login and Register, or Logout. */
export function VisitorBar({ signedIn }: { signedIn: boolean }) {
  const { pathname } = useLocation();
  return (
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
  );
}
