import { Link } from 'react-router-dom';
import css from './settings.module.css';

const links = [
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact Us' },
  { to: '/get_the_app', label: 'Get the app' },
  { to: '/about', label: 'About' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
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
