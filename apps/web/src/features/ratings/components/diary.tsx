import type { TasteReply } from '@marquee/contracts';
import { diaryLines } from '@marquee/contracts/diary-lines';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { InfiniteGrid } from '#src/components/ui/infinite-grid.tsx';
import { PartError, QueryError } from '#src/components/ui/query-error.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { useSession } from '#src/lib/session/session.ts';
import { historyQuery } from '../api.ts';
import { historySorts, useHistoryView } from '../hooks/use-history-view.ts';
import css from './diary.module.css';
import { DiaryEntry } from './diary-entry.tsx';
import { DiaryTotals } from './diary-totals.tsx';

const types = [
  { value: 'all', label: texts.allMedia },
  { value: 'movies', label: texts.movies },
  { value: 'series', label: texts.series },
] as const;

/** Height of an entry in pixels. */
const ENTRY_HEIGHT = 145;
/** Smallest width of a column of entries in pixels. */
const ENTRY_WIDTH = 480;
const shown = [
  { value: 'rated', label: 'Rated' },
  { value: 'seen', label: 'Rated and seen' },
] as const;

const ANY_TAG = '';

/** The import that the diary is limited to, and the way back to all titles. */
function OfImport({ id, onClear }: { id: number; onClear: () => void }) {
  return (
    <p className="soft">
      Only what <Link to={`${paths.imports}/${id}`}>one import</Link> rated or marked as seen.{' '}
      <Button variant="plain" onClick={onClear}>
        Show all
      </Button>
    </p>
  );
}

function Controls({ diary, tags }: { diary: ReturnType<typeof useHistoryView>; tags: readonly string[] }) {
  const { view, setSort, setType, setTag, setSeen } = diary;
  // Keep the tag of the address selectable, even when no rating has this tag.
  const known = view.tag === null || tags.includes(view.tag) ? tags : [view.tag, ...tags];
  return (
    <fieldset className={`wrap ${css.controls}`} aria-label="Filters">
      <Select label="Sort by" labelHidden choices={historySorts} value={view.sort} onChange={setSort} />
      <Select label="Media type" labelHidden choices={types} value={view.media_type} onChange={setType} />
      <Select
        label="Titles"
        labelHidden
        choices={shown}
        value={view.seen ? 'seen' : 'rated'}
        onChange={(next) => setSeen(next === 'seen')}
      />
      {known.length > 0 && (
        <Select
          label="Tag"
          labelHidden
          choices={[
            { value: ANY_TAG, label: 'All tags' },
            ...known.map((tag) => ({ value: tag, label: tag })),
          ]}
          value={view.tag ?? ANY_TAG}
          onChange={(tag) => setTag(tag === ANY_TAG ? null : tag)}
        />
      )}
    </fieldset>
  );
}

function EntriesSkeleton() {
  return (
    <div aria-hidden="true">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
        <div key={key} className={css.entry}>
          <Skeleton width="3rem" height="3rem" />
          <Skeleton width="100%" height="6rem" />
          <Skeleton width="60%" height="1.5rem" />
        </div>
      ))}
    </div>
  );
}

function Entries({ diary }: { diary: ReturnType<typeof useHistoryView> }) {
  const query = useInfiniteQuery(historyQuery(diary.view));
  const entries = titlesOf(query.data).filter(
    ({ rating, seen, progress }) =>
      rating !== null || (diary.view.seen && (seen !== null || (progress?.seen ?? 0) > 0)),
  );
  const { user } = useSession();
  const lines = diaryLines(
    entries,
    user?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    diary.view.seen && diary.view.sort === 'rated_at',
    query.hasNextPage,
  );
  if (query.isPending) return <EntriesSkeleton />;
  if (query.isError && entries.length === 0) return <QueryError of={query} />;
  if (entries.length === 0 && !query.hasNextPage && !query.isFetching) {
    const { media_type, tag, seen, import_id } = diary.view;
    return media_type === 'all' && tag === null && !seen && import_id === null ? (
      <EmptyState
        text="You have not rated anything yet."
        more="A handful of ratings is enough for the first real recommendations."
        action={
          <>
            <ButtonLink to={paths.rating} variant="primary">
              Rate some titles
            </ButtonLink>
            <ComeOver />
            <ButtonLink to="/rating?tab=history&seen=true">Show what you have seen</ButtonLink>
          </>
        }
      />
    ) : (
      <EmptyState
        text={seen ? 'No title fits these filters.' : 'None of your ratings fit these filters.'}
        action={
          <ButtonLink to="/rating?tab=history" variant="primary">
            Show all ratings
          </ButtonLink>
        }
      />
    );
  }
  const total = query.data?.pages.at(-1)?.pagination.total_count;
  return (
    <div
      className={css.entries}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      <InfiniteGrid
        label={diary.view.seen ? 'Rated and seen titles' : 'Rated titles'}
        items={lines}
        keyOf={({ medium, day, episodes }) => `${medium.id} ${day} ${episodes}`}
        render={(line) => <DiaryEntry line={line} />}
        {...(total !== undefined && lines.length === entries.length && { total })}
        pages={query}
        endText={`${titlesInWords(entries.length)} in all.`}
        minColumn={ENTRY_WIDTH}
        itemHeight={ENTRY_HEIGHT}
      />
    </div>
  );
}

/** The rating history as a diary: order and filters, totals, then the titles. `taste` has the totals. */
export function Diary({ taste }: { taste: UseQueryResult<TasteReply> }) {
  const diary = useHistoryView();
  const totals = taste.data?.totals;
  const { user } = useSession();
  // Without ratings, reserve no room for totals and controls, so that the empty diary does not move.
  const hasRatings = (totals?.ratings ?? user?.rating_count) !== 0;
  return (
    <div className={css.diary}>
      {taste.isError && <PartError text="We could not load the totals." of={taste} />}
      {taste.isPending && hasRatings && <div className={css.awaited} />}
      {totals && hasRatings && <DiaryTotals totals={totals} />}
      {diary.view.import_id !== null && <OfImport id={diary.view.import_id} onClear={diary.clearImport} />}
      {(hasRatings || diary.view.seen) && (
        <Controls diary={diary} tags={totals?.by_tag.map(({ tag }) => tag) ?? []} />
      )}
      <Entries diary={diary} />
    </div>
  );
}
