import type { User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon, type IconName } from '#src/components/ui/icon.tsx';
import { EVENING_TABS } from '../routes/member/evening-tabs.ts';
import { isCurrent } from './is-current.ts';
import { KeysDialog } from './keys-dialog.tsx';
import css from './member-nav.module.css';
import { NameMark } from './name-mark.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const items: { to: string; label: string; icon: IconName }[] = [
  { to: paths.discover, label: texts.discover, icon: 'discover' },
  { to: paths.tonight, label: 'Tonight', icon: 'play' },
  { to: paths.myLists, label: texts.myLists, icon: 'lists' },
  { to: paths.rating, label: texts.rating, icon: 'star' },
  { to: paths.search, label: texts.search, icon: 'search' },
  { to: paths.settings, label: texts.settings, icon: 'settings' },
];

/** The member's navigation: at the left, on a phone at the bottom. `user` is null while the user is loading. */
export function MemberNav({ user }: { user: User | null }) {
  const { pathname } = useLocation();
  const [keysShown, setKeysShown] = useState(false);
  useShortcuts(() => setKeysShown(true));
  return (
    <>
      <header className={css.top}>
        <NameMark />
        <div className={css.tools}>
          <Link to={paths.logout} className={css.leave}>
            {texts.signOut}
          </Link>
          <ThemeButton />
        </div>
      </header>
      <nav className={css.side} aria-label="Main">
        <NameMark />
        <ul className={css.items}>
          {items.map((item) => (
            <li key={item.to}>
              <Link
                to={item.to}
                className={css.item}
                data-nav
                aria-current={isCurrent(item.to, pathname) ? 'page' : undefined}
              >
                <Icon name={item.icon} size={22} />
                {item.label}
              </Link>
              {item.to === paths.tonight && (
                <ul className={css.beside}>
                  {EVENING_TABS.tabs
                    .filter(({ to }) => to !== paths.tonight)
                    .map(({ to, label }) => (
                      <li key={to}>
                        <Link to={to} data-nav aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
                          {label}
                        </Link>
                      </li>
                    ))}
                </ul>
              )}
            </li>
          ))}
          <li className={css.signOut}>
            <Link to={paths.logout} className={css.item}>
              <Icon name="signOut" size={22} />
              {texts.signOut}
            </Link>
          </li>
        </ul>
        <div className={css.end}>
          <span className={css.who}>{user?.display_name}</span>
          <ThemeButton />
        </div>
      </nav>
      {keysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
    </>
  );
}
