import * as paths from '@marquee/contracts/paths';
import { Link } from 'react-router-dom';
import { site } from '#src/config/site.ts';
import css from './site-footer.module.css';

/** All public pages and social networks, in two lists. */
export function SiteFooter() {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <ul className={`wrap ${css.links}`} aria-label="Marquee">
          <li>
            <Link to={paths.about}>About</Link>
          </li>
          <li>
            <Link to={paths.faq}>FAQ</Link>
          </li>
          <li>
            <a href={site.careers} rel="noopener">
              Careers
            </a>
          </li>
          <li>
            <Link to={paths.contact}>Contact Us</Link>
          </li>
          <li>
            <a href={site.annualReport} rel="noopener">
              Annual report (PDF)
            </a>
          </li>
          <li>
            <Link to={paths.privacy}>Privacy Policy</Link>
          </li>
          <li>
            <Link to={paths.terms}>Terms of Service</Link>
          </li>
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
