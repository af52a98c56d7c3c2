import { NAME_MAX } from '@marquee/contracts/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { inWords } from '#src/features/titles/facts.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { deleteWatchHook, saveWatchHook, watchHookQuery } from '../api.ts';
import { WatchAccounts } from './watch-accounts.tsx';
import { WatchEvents } from './watch-events.tsx';
import { WatchReports } from './watch-reports.tsx';
import css from './watched.module.css';

/** The address, which is shown this once, and where each media server takes it. */
function NewAddress({ url }: { url: string }) {
  return (
    <div className={`stack gap-2 ${css.address}`} role="status">
      <h3>Your address</h3>
      <p>Copy it now. It is not shown again, and whoever has it can report views for you.</p>
      <code>{url}</code>
      <CopyButton text={url} what="address" label="Copy address" />
      <ul className={`stack gap-2 ${css.where}`}>
        <li>Plex (with Plex Pass): Settings, Webhooks, Add webhook.</li>
        <li>
          Jellyfin (with the Webhook plugin): Add generic destination, “Playback stop” and “User data saved”,
          “Send all properties”.
        </li>
        <li>
          Emby: Settings, Notifications, Webhooks, “Playback: stop” and “User: mark played and unplayed”.
        </li>
        <li>Tautulli, n8n and add-ons of Kodi: a webhook with the fields that docs/api.md names.</li>
      </ul>
    </div>
  );
}

/** The address to which the member's media server reports what was watched, and the reported titles. */
export function Watched() {
  const client = useQueryClient();
  const hook = useQuery(watchHookQuery);
  const [name, setName] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const save = useMutation({
    mutationFn: saveWatchHook,
    onSuccess: ({ watch_hook }) => {
      client.setQueryData(watchHookQuery.queryKey, watch_hook);
      setName(undefined);
    },
  });
  const end = useMutation({
    mutationFn: deleteWatchHook,
    onSuccess: () => {
      client.setQueryData(watchHookQuery.queryKey, null);
      save.reset();
    },
  });
  const known = hook.data;
  const account = name ?? known?.account_name ?? '';

  const submit = () => {
    const isEmpty = account.trim() === '';
    setMissing(isEmpty ? 'Please enter the name of your account on the server.' : undefined);
    if (!isEmpty) save.mutate(account);
  };
  const failure = save.error ?? end.error;

  return (
    <section className={css.watched} id="watched" aria-labelledby="watched-title">
      <h2 id="watched-title">From your media server</h2>
      <p className="soft">
        Plex, Jellyfin, Emby and Kodi can tell Marquee when you have watched a movie or an episode. It is then
        marked as seen.
      </p>
      {hook.isPending ? (
        <Skeleton height="8rem" />
      ) : hook.error ? (
        <QueryError of={hook} />
      ) : (
        <>
          {known && (
            <p>
              Connected for {known.account_names.length > 1 ? 'the accounts' : 'the account'}{' '}
              {inWords.format(known.account_names.map((each) => `“${each}”`))} since{' '}
              {formatDate(known.created_at)}.{' '}
              {known.last_used_at
                ? `The last report came on ${formatDate(known.last_used_at)}.`
                : 'No report has come yet.'}
            </p>
          )}
          {save.data && <NewAddress url={save.data.url} />}
          <Form label="Media server" onSubmit={submit}>
            <Field
              label="Your account on the server"
              hint="Views of other people on the same server do not count."
              value={account}
              maxLength={NAME_MAX}
              autoComplete="off"
              error={missing}
              onChange={({ target }) => setName(target.value)}
            />
            <FormNotice failure={failureOf(failure)} />
            <div className="wrap gap-3">
              <Button type="submit" busy={save.isPending}>
                {known ? 'Get a new address' : 'Get your address'}
              </Button>
              {known && (
                <Button variant="plain" busy={end.isPending} onClick={() => end.mutate()}>
                  Disconnect
                </Button>
              )}
            </div>
            {known && <p className="soft">A new address ends the one before.</p>}
          </Form>
          {known && (
            <>
              <WatchAccounts hook={known} />
              <WatchReports accountNames={known.account_names} />
            </>
          )}
          <WatchEvents />
        </>
      )}
    </section>
  );
}
