import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useSearchParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Tabs } from '#src/components/ui/tabs.tsx';
import { Diary } from '#src/features/ratings/components/diary.tsx';
import { RateDeck } from '#src/features/ratings/components/rate-deck.tsx';
import { tasteQuery } from '#src/features/taste/api.ts';
import css from './rating.module.css';

const tabs = [
  { value: 'rate', label: texts.rate },
  { value: 'history', label: texts.history },
] as const;

function History() {
  return <Diary taste={useQuery(tasteQuery)} />;
}

/** The screen Rating with the tabs Rate and History. The tab is in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'history' ? 'history' : 'rate';
  return (
    <>
      <Page
        title={texts.rating}
        aside={
          <span className={css.links}>
            <Link to={paths.taste}>Your taste</Link>
            <Link to={paths.hidden}>Hidden titles</Link>
          </span>
        }
      >
        <div>
          <Tabs
            label={texts.rating}
            tabs={tabs}
            value={tab}
            onChange={(next) => setParams(next === 'rate' ? {} : { tab: next })}
          >
            {tab === 'rate' ? <RateDeck /> : <History />}
          </Tabs>
        </div>
      </Page>
      <Outlet />
    </>
  );
}
