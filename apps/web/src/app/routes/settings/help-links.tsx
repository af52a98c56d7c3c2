import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import css from './settings.module.css';

const links = [
  { to: paths.faq, label: 'FAQ' },
  { to: paths.contact, label: 'Contact Us' },
  { to: paths.getTheApp, label: 'Get the app' },
  { to: paths.about, label: 'About' },
  { to: paths.privacy, label: 'Privacy Policy' },
  { to: paths.terms, label: 'Terms of Service' },
] as const;

/** Links to help, apps and legal pages, which the member's navigation does not have. */
export function HelpLinks() {
  return (
    <nav className={css.help} aria-label="Help and legal">
      <ul className={css.links}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
