import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { site } from '#src/config/site.ts';
import css from './site-footer.module.css';

const links = [
  { label: 'About', to: paths.about },
  { label: 'FAQ', to: paths.faq },
  { label: 'Careers', to: site.careers },
  { label: 'Contact Us', to: paths.contact },
  { label: 'Annual report (PDF)', to: site.annualReport },
  { label: 'Privacy Policy', to: paths.privacy },
  { label: 'Terms of Service', to: paths.terms },
];

/** All public pages and social networks, in two lists. */
export function SiteFooter() {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <ul className={`wrap ${css.links}`} aria-label="Marquee">
          {links.map(({ label, to }) => (
            <li key={label}>
              {to.startsWith('/') ? (
                <Link to={to}>{label}</Link>
              ) : (
                <a href={to} rel="noopener">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
        <ul className={`wrap ${css.links}`} aria-label="Social networks">
          {site.social.map((network) => (
            <li key={network.name}>
              <a href={network.href} rel="noopener">
                {network.name}
              </a>
            </li>
          ))}
        </ul>
        <p className={css.note}>
          Marquee is a guide. It streams nothing itself: each title opens on its streaming service.
        </p>
      </div>
    </footer>
  );
}
