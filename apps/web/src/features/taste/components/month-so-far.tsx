import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Figures } from '#src/components/ui/figures.tsx';
import { Section } from '#src/components/ui/section.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { yearFiguresQuery } from '../api.ts';

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
    <Section
      title={`${name.format(new Date(today))} so far`}
      aside={<Link to={screenAddress(paths.tasteYear, { year })}>Your {year}</Link>}
    >
      <Figures
        values={[
          { count: found.titles, one: 'title', more: 'titles' },
          { count: Math.round(found.minutes / 60), one: 'hour', more: 'hours' },
          { count: found.rated, one: 'rating', more: 'ratings' },
        ]}
      />
    </Section>
  );
}
