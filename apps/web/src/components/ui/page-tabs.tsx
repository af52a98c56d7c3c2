import { Link } from 'react-router-dom';
import css from './page-tabs.module.css';

/** The heading of a screen among links to the screens beside it. */
export function PageTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { to: string; label: string }[];
  /** The label of the screen itself. */
  current: string;
}) {
  return (
    <nav aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            {tab.label === current ? <h1>{tab.label}</h1> : <Link to={tab.to}>{tab.label}</Link>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
