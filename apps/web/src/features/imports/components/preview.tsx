import type { Import, ImportOverCap } from '@marquee/contracts';
import { CAPS } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Tabs } from '#src/components/ui/tabs.tsx';
import { type Choices, previewQuery, type Shown } from '../api.ts';
import css from './imports.module.css';
import { TitleList } from './title-list.tsx';

const EMPTY: Record<Shown, string> = {
  changes: 'Nothing would change.',
  doubtful: 'There is nothing to check.',
  unmatched: 'Every title was found.',
  matched: 'No title was found.',
  over_caps: 'Everything fits within the limits.',
};

const REASONS: Record<ImportOverCap['cap'], string> = {
  lists: `You can have ${CAPS.customLists} lists.`,
  titles_per_list: `A list can have ${CAPS.titlesPerList.toLocaleString('en-US')} titles.`,
  list_entries: `Your lists together can have ${CAPS.listEntries.toLocaleString('en-US')} titles.`,
};

export function tabsOf({ counts }: Import): { value: Shown; label: string }[] {
  const label = (name: string, count: number) => `${name} (${count.toLocaleString('en-US')})`;
  return [
    { value: 'changes', label: 'Changes' },
    { value: 'doubtful', label: label('To check', counts.doubtful) },
    { value: 'unmatched', label: label('Not found', counts.unmatched) },
    { value: 'matched', label: label('Found', counts.matched) },
    ...(counts.over_caps > 0
      ? [{ value: 'over_caps' as const, label: label('Over the limits', counts.over_caps) }]
      : []),
  ];
}

function OverCaps({ entries }: { entries: readonly ImportOverCap[] }) {
  return (
    <ul className={css.list}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be equal, and pages are only appended.
        <li key={at} className={`wrap ${css.row}`}>
          <div className={css.about}>
            <strong>{entry.title}</strong>
            <span className="soft">On {entry.list}</span>
          </div>
          <span className="soft">{REASONS[entry.cap]}</span>
        </li>
      ))}
    </ul>
  );
}

function Page({
  id,
  show,
  choices,
  onChoose,
}: Omit<Parameters<typeof Preview>[0], 'given' | 'onShow'> & { id: number }) {
  const query = useInfiniteQuery(previewQuery(id, show));
  if (query.isPending) return <p className="soft">Loading …</p>;
  if (query.isError) return <QueryError of={query} />;
  const titles = query.data.pages.flatMap((page) => page.titles);
  const overCaps = query.data.pages.flatMap((page) => page.over_caps);
  if (titles.length === 0 && overCaps.length === 0) return <EmptyState text={EMPTY[show]} />;
  return (
    <div className={`stack gap-4 ${css.page}`}>
      {show === 'unmatched' && (
        <p className="soft">
          Marquee looks for these titles again when its catalogue changes. When one arrives, it is imported as
          well, and News for you says so.
        </p>
      )}
      {show === 'over_caps' ? (
        <OverCaps entries={overCaps} />
      ) : (
        <TitleList titles={titles} choices={choices} onChoose={onChoose} />
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </div>
  );
}

/** The titles of an import in tabs. The caller keeps the tab in the address. */
export function Preview({
  given,
  show,
  choices,
  onShow,
  onChoose,
}: {
  given: Import;
  show: Shown;
  choices: Choices;
  onShow: (show: Shown) => void;
  onChoose?: ((title: number, mediumId: number | null) => void) | undefined;
}) {
  return (
    <Tabs label="Titles of the file" tabs={tabsOf(given)} value={show} onChange={onShow}>
      <Page key={show} id={given.id} show={show} choices={choices} onChoose={onChoose} />
    </Tabs>
  );
}
