import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { NameMark } from './name-mark.tsx';
import { ThemeButton } from './theme-button.tsx';
import css from './visitor-bar.module.css';

/** The top navbar with Log in and Sign up, or Log out. */
export function VisitorBar({ signedIn }: { signedIn: boolean }) {
  const { pathname } = useLocation();
  return (
    <header className={css.bar}>
      <NameMark />
      <nav className={`wrap gap-2 ${css.actions}`} aria-label="Account">
        <ThemeButton />
        {signedIn ? (
          <ButtonLink to={paths.logout}>{texts.logout}</ButtonLink>
        ) : (
          <>
            {pathname !== paths.login && (
              <ButtonLink to={paths.login} variant="plain">
                {texts.login}
              </ButtonLink>
            )}
            {pathname !== paths.register && <ButtonLink to={paths.register}>{texts.register}</ButtonLink>}
          </>
        )}
      </nav>
    </header>
  );
}
