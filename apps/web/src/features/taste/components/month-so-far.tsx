import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Figures } from '#src/components/ui/figures.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { yearFiguresQuery } from '../api.ts';
import css from './month-so-far.module.css';

const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** What the member watched and rated this month, in three figures. Nothing where there is nothing to count. */
export function MonthSoFar() {
  const { user } = useSession();
  const today = dayIn(user?.time_zone ?? 'UTC', new Date());
  const year = Number(today.slice(0, 4));
  const { data } = useQuery(yearFiguresQuery(year));
  const found = data?.year?.months.find(({ month }) => month === Number(today.slice(5, 7)));
  if (!found) return null;
  return (
    <section className={css.month} aria-labelledby="month-so-far">
      <div className={css.head}>
        <h2 id="month-so-far">{name.format(new Date(today))} so far</h2>
        <Link to={screenAddress(paths.tasteYear, { year })}>Your {year}</Link>
      </div>
      <Figures
        values={[
          { count: found.titles, one: 'title', more: 'titles' },
          { count: Math.round(found.minutes / 60), one: 'hour', more: 'hours' },
          { count: found.rated, one: 'rating', more: 'ratings' },
        ]}
      />
    </section>
  );
}
