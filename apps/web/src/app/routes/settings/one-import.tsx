import type { Import } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { getUser } from '#src/features/account/load-session.ts';
import {
  type Choices,
  confirmImport,
  importQuery,
  isWorking,
  type Reading,
  ratedByImportQuery,
  readAgain,
  undoImport,
} from '#src/features/imports/api.ts';
import {
  AppliedState,
  EndedState,
  OtherSourceState,
  ProfileState,
  ReadyState,
} from '#src/features/imports/components/import-state.tsx';
import { NextTitles } from '#src/features/imports/components/next-titles.tsx';
import { Preview, tabsOf } from '#src/features/imports/components/preview.tsx';
import { WorkProgress } from '#src/features/imports/components/work-progress.tsx';
import { sourceName } from '#src/features/imports/sources.ts';
import { isUnratedHistory, stateName } from '#src/features/imports/summary.ts';
import { toRateQuery } from '#src/features/ratings/api.ts';
import { tasteQuery } from '#src/features/taste/api.ts';
import { learnedInWords } from '#src/features/taste/in-words.ts';
import { outlookQuery } from '#src/features/welcome/api.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { setUser } from '#src/lib/session/session.ts';

/** Fetches all data again when an import or an undo ends. Both can change every list, row and count. */
function useFreshTitles(state: Import['state'] | undefined): void {
  const client = useQueryClient();
  const { mutate: refreshUser } = useMutation({ mutationFn: getUser, onSuccess: setUser, retry: 2 });
  const before = useRef(state);
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== state;
    before.current = state;
    if (!isNew || (state !== 'applied' && state !== 'undone')) return;
    void client.invalidateQueries();
    // The user contains the number of ratings. The query cache does not contain the user, so fetch the user
    // separately.
    refreshUser();
  }, [client, refreshUser, state]);
}

/** What the ratings of an import taught, in a sentence. */
function Learned({ importId }: { importId: number }) {
  const taste = useQuery(tasteQuery).data;
  const rated = useQuery(ratedByImportQuery(importId)).data;
  const said =
    taste &&
    rated &&
    learnedInWords(taste.taste, { media: rated.media, ratings: rated.pagination.total_count });
  return said ? (
    <p>
      {said} <Link to={paths.taste}>Your taste</Link>
    </p>
  ) : null;
}

/** The first titles of Discover in the new order, or those of the import to rate, the most played first. */
function Next({ isUnrated }: { isUnrated: boolean }) {
  const first = useQuery({ ...outlookQuery, enabled: !isUnrated });
  const played = useInfiniteQuery({ ...toRateQuery, enabled: isUnrated });
  return isUnrated ? (
    <NextTitles label="Next to rate" media={played.data?.pages[0]?.media ?? []} />
  ) : (
    <NextTitles label="First for you now" media={first.data ?? []} />
  );
}

function ImportDetails({ given }: { given: Import }) {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [choices, setChoices] = useState<Choices>({});
  const store = (next: Import) => {
    client.setQueryData(importQuery(given.id).queryKey, next);
    void client.invalidateQueries({ queryKey: ['imports'] });
  };
  const confirm = useMutation({ mutationFn: () => confirmImport(given.id, choices), onSuccess: store });
  const read = useMutation({
    mutationFn: (reading: Reading) => readAgain(given.id, reading),
    onSuccess: (next) => {
      // The titles get new ids when the file is read again.
      setChoices({});
      store(next);
    },
  });
  const undo = useMutation({ mutationFn: () => undoImport(given.id), onSuccess: store });
  const tabs = tabsOf(given);
  const show = tabs.find(({ value }) => value === params.get('show'))?.value ?? 'changes';

  if (isWorking(given)) return <WorkProgress label={stateName(given)} percent={given.progress} />;
  if (given.state === 'profile')
    return (
      <ProfileState
        given={given}
        busy={read.isPending}
        failure={failureOf(read.error)}
        onChoose={(profile) => read.mutate({ profile })}
      />
    );
  if (given.failure_code === 'other_source')
    return (
      <OtherSourceState
        given={given}
        busy={read.isPending}
        failure={failureOf(read.error)}
        onRead={(reading) => read.mutate(reading)}
      />
    );
  if (given.state === 'failed' || given.state === 'undone') return <EndedState given={given} />;
  const isReady = given.state === 'ready';
  return (
    <>
      {isReady ? (
        <ReadyState
          given={given}
          chosen={Object.values(choices).filter((choice) => choice !== null).length}
          busy={confirm.isPending || read.isPending}
          failure={failureOf(confirm.error ?? read.error)}
          onConfirm={() => confirm.mutate()}
          onRead={(reading) => read.mutate(reading)}
        />
      ) : (
        <AppliedState
          given={given}
          now={Date.now()}
          busy={undo.isPending}
          failure={failureOf(undo.error)}
          onUndo={() => undo.mutate()}
        >
          {given.state === 'applied' && (
            <>
              <Learned importId={given.id} />
              <p>
                <Link to={`${paths.rating}?tab=history&seen=true&import_id=${given.id}`}>
                  Everything it rated or marked as seen
                </Link>
              </p>
              <Next isUnrated={isUnratedHistory(given)} />
            </>
          )}
        </AppliedState>
      )}
      {isReady && (
        <Preview
          given={given}
          show={show}
          choices={choices}
          onShow={(next) => setParams(next === 'changes' ? {} : { show: next }, { replace: true })}
          onChoose={(title, mediumId) => setChoices((known) => ({ ...known, [title]: mediumId }))}
        />
      )}
    </>
  );
}

/** One import: its progress, preview, result and undo. */
export function OneImport({ id }: { id: number }) {
  const query = useQuery(importQuery(id));
  useFreshTitles(query.data?.state);
  return (
    <Page
      title={query.data ? `Import from ${sourceName(query.data.source)}` : 'Import'}
      aside={<Link to={paths.imports}>All imports</Link>}
    >
      {query.isError ? (
        <QueryError of={query} />
      ) : query.data ? (
        <ImportDetails given={query.data} />
      ) : (
        <WorkProgress label="Loading" percent={0} />
      )}
    </Page>
  );
}
