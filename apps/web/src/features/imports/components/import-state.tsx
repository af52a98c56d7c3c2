import type { Import } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { Choice } from '#src/components/ui/choice.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { formatDate } from '#src/lib/screen/dates.ts';
import type { Reading } from '../api.ts';
import { sourceName } from '../sources.ts';
import { changesOf, isUnratedHistory, plural } from '../summary.ts';
import css from './imports.module.css';
import { ReadColumns } from './read-columns.tsx';
import { ReadFiles } from './read-files.tsx';
import { ReadingChoices } from './reading.tsx';

function Changes({ of, none }: { of: Import; none: string }) {
  const changes = changesOf(of.counts);
  if (changes.length === 0) return <p>{none}</p>;
  return (
    <ul className={css.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}

interface Action {
  busy: boolean;
  failure: string | undefined;
}

/** The profiles of a file that has several, the largest chosen. */
export function ProfileState({
  given: { profiles },
  busy,
  failure,
  onChoose,
}: Action & { given: Pick<Import, 'profiles'>; onChoose: (profile: string) => void }) {
  const [chosen, setChosen] = useState(profiles[0]?.name ?? '');
  return (
    <section className={`stack gap-3 ${css.summary}`} aria-labelledby="import-profile">
      <h2 id="import-profile">Whose history is it?</h2>
      <p>This file has several profiles. Only the one that you choose is imported.</p>
      <Choice
        label="Profile"
        columns={1}
        choices={profiles.map(({ name, entries }) => ({
          value: name,
          label: `${name} (${plural(entries, 'entry', 'entries')})`,
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <FormNotice failure={failure} />
      <div>
        <Button variant="primary" size="large" busy={busy} onClick={() => onChoose(chosen)}>
          Use this profile
        </Button>
      </div>
    </section>
  );
}

function whyNothingChanged({ titles, doubtful, unmatched }: Import['counts']): string {
  if (doubtful > 0) return ': no title was chosen under “To check”, and your account had the others already';
  return unmatched === titles
    ? ': none of the titles was in our catalogue'
    : ': your account had all of this already';
}

function whyNothingWouldChange({ titles, matched, doubtful }: Import['counts']): string {
  if (doubtful > 0) return ' before you choose';
  if (titles === 0) return ': no row says that a title was seen, rated or kept for later';
  return matched === 0
    ? ': none of the titles is in our catalogue yet'
    : ': your account has all of this already';
}

/** The summary of the preview, with the button Confirm. */
export function ReadyState({
  given,
  chosen,
  busy,
  failure,
  onConfirm,
  onRead,
}: Action & {
  given: Import;
  chosen: number;
  onConfirm: () => void;
  onRead: (reading: Reading) => void;
}) {
  const { counts } = given;
  return (
    <section className={`stack gap-3 ${css.summary}`} aria-labelledby="import-summary">
      <h2 id="import-summary">What would change</h2>
      <Changes of={given} none={`Nothing would change${whyNothingWouldChange(counts)}.`} />
      {counts.ratings_kept > 0 && (
        <p className="soft">
          {plural(counts.ratings_kept, 'of your ratings does not change', 'of your ratings do not change')}.
        </p>
      )}
      {counts.episodes_unknown > 0 && (
        <p className="soft">
          {plural(
            counts.episodes_unknown,
            'episode has a number that our catalogue does not know, and is',
            'episodes have numbers that our catalogue does not know, and are',
          )}{' '}
          kept as the file tells it.
        </p>
      )}
      {counts.episodes_left_out > 0 && (
        <p className="soft">
          {plural(counts.episodes_left_out, 'episode is', 'episodes are')} left out, because the file has a
          name without a number, and our catalogue does not know the name.
        </p>
      )}
      {counts.unfinished > 0 && (
        <p className="soft">
          {plural(counts.unfinished, 'view was', 'views were')} left out, because less than two thirds of the
          title was played.
        </p>
      )}
      {counts.doubtful > 0 && (
        <p>
          {plural(counts.doubtful, 'title needs', 'titles need')} a choice under “To check”. A title without a
          choice is not imported.
          {chosen > 0 && ` You have chosen ${plural(chosen, 'title')}.`}
        </p>
      )}
      {given.source !== 'marquee' && <ReadingChoices given={given} busy={busy} onChange={onRead} />}
      {given.files.length > 0 && <ReadFiles files={given.files} count={given.files_count} />}
      {given.columns.length > 0 && (
        // What was said belongs to one reading.
        <ReadColumns
          key={JSON.stringify(given.columns)}
          columns={given.columns}
          busy={busy}
          onChange={onRead}
        />
      )}
      <FormNotice failure={failure} />
      <div>
        <Button variant="primary" size="large" busy={busy} onClick={onConfirm}>
          Confirm import
        </Button>
      </div>
      <p className={css.note}>You can undo an import for 30 days.</p>
    </section>
  );
}

/** The result of an import, with the button Undo. */
export function AppliedState({
  given,
  now,
  busy,
  failure,
  onUndo,
  children,
}: Action & {
  given: Import;
  now: number;
  onUndo: () => void;
  /** What was learnt from the import, and what comes of it. */
  children?: ReactNode;
}) {
  const until = given.undo_until;
  const isUnrated = isUnratedHistory(given);
  const canUndo = until !== null && Date.parse(until) > now;
  return (
    <section className={`stack gap-3 ${css.summary}`} aria-labelledby="import-summary">
      <h2 id="import-summary">Imported</h2>
      <Changes of={given} none={`Nothing was changed${whyNothingChanged(given.counts)}.`} />
      {given.counts.unmatched > 0 && (
        <p className="soft">
          {plural(given.counts.unmatched, 'title was', 'titles were')} not found. Marquee looks again when its
          catalogue changes.
        </p>
      )}
      {children}
      <FormNotice failure={failure} />
      <div className="wrap gap-3">
        <ButtonLink variant="primary" to={isUnrated ? paths.rating : paths.discover}>
          {isUnrated ? 'Which of these did you love?' : 'Go to Discover'}
        </ButtonLink>
        {canUndo && (
          <Button busy={busy} onClick={onUndo}>
            Undo import
          </Button>
        )}
      </div>
      {canUndo && until && (
        <p className={css.note}>
          Undo reverses what the import changed. Changes that you made after it are kept. You can undo until{' '}
          {formatDate(until)}.
        </p>
      )}
    </section>
  );
}

/** A file of another service than the chosen one, with the button that reads it as that. */
export function OtherSourceState({
  given: { source, looks_like: found },
  busy,
  failure,
  onRead,
}: Action & { given: Pick<Import, 'source' | 'looks_like'>; onRead: (reading: Reading) => void }) {
  if (found === null) return null;
  const isTable = found === 'csv';
  return (
    <section className={`stack gap-3 ${css.summary}`} aria-labelledby="import-other">
      <h2 id="import-other">This file is not from {sourceName(source)}</h2>
      <p>
        {isTable
          ? 'It looks like a plain table. Marquee can read it, and shows what each column means before anything changes.'
          : `It looks like an export of ${sourceName(found)}.`}
      </p>
      <FormNotice failure={failure} />
      <div className="wrap gap-3">
        <Button variant="primary" size="large" busy={busy} onClick={() => onRead({ source: found })}>
          {isTable ? 'Read it as a table' : `Read it as ${sourceName(found)}`}
        </Button>
        <ButtonLink to={paths.imports}>Choose another file</ButtonLink>
      </div>
    </section>
  );
}

export function EndedState({ given }: { given: Import }) {
  const again = (
    <ButtonLink variant="primary" to={paths.imports}>
      {given.state === 'failed' ? 'Choose another file' : 'New import'}
    </ButtonLink>
  );
  return given.state === 'failed' ? (
    <EmptyState alert text="This file could not be read." more={given.failure} action={again} />
  ) : (
    <EmptyState
      text="This import is undone."
      more="Changes that you made after the import are kept."
      action={again}
    />
  );
}
