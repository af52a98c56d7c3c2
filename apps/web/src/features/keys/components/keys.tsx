import type { NewKey, PersonalKey } from '@marquee/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { formatDate, formatDay } from '#src/lib/screen/dates.ts';
import { keysQuery, revokeKey } from '../api.ts';
import { type AskPassword, KeyForm, PURPOSES } from './key-form.tsx';
import css from './keys.module.css';
import { ShownKey } from './new-key.tsx';

const purposeOf = ({ scopes }: PersonalKey): string =>
  scopes.length === 1 && scopes[0] === 'write'
    ? 'A script that rates, marks and saves titles'
    : (PURPOSES.find((purpose) => purpose.scopes.join() === scopes.join())?.label ?? scopes.join(', '));

function KeyRow({ each, onRevoke }: { each: PersonalKey; onRevoke: () => void }) {
  const { name, prefix, created_at, last_used_on, expires_on } = each;
  return (
    <li className={`wrap ${css.row}`}>
      <div>
        <h3>{name}</h3>
        <p>
          {purposeOf(each)}. Begins with <code>{prefix}</code>.
        </p>
        <p className="soft">
          Made on {formatDate(created_at)}.{' '}
          {last_used_on ? `Last used on ${formatDay(last_used_on)}.` : 'Not used yet.'}
          {expires_on && ` Ends on ${formatDay(expires_on)}.`}
        </p>
      </div>
      <Button variant="plain" onClick={onRevoke}>
        Revoke<span className="visually-hidden"> “{name}”</span>
      </Button>
    </li>
  );
}

/** The personal keys of the member: those that exist, and a form for another one. */
export function Keys(asking: { needsPassword: (error: unknown) => boolean; AskPassword: AskPassword }) {
  const client = useQueryClient();
  const keys = useQuery(keysQuery);
  const [made, setMade] = useState<NewKey>();
  const [ending, setEnding] = useState<PersonalKey>();
  const reload = () => void client.invalidateQueries({ queryKey: keysQuery.queryKey });
  const revoke = useMutation({
    mutationFn: ({ id }: PersonalKey) => revokeKey(id),
    onSuccess: (_, { id }) => {
      setEnding(undefined);
      if (made?.key.id === id) setMade(undefined);
      reload();
    },
  });
  return (
    <section className={css.keys} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <p className="soft">
        A key lets a script, a home server or a reader use Marquee for you. It reaches neither your account
        nor your plan, and you can revoke it at any time.
      </p>
      {keys.isPending ? (
        <Skeleton height="8rem" />
      ) : keys.error ? (
        <QueryError of={keys} />
      ) : (
        keys.data.length > 0 && (
          <ul className="stack">
            {keys.data.map((each) => (
              <KeyRow key={each.id} each={each} onRevoke={() => setEnding(each)} />
            ))}
          </ul>
        )
      )}
      {made && <ShownKey made={made} />}
      <KeyForm
        {...asking}
        onMade={(fresh) => {
          setMade(fresh);
          reload();
        }}
      />
      {ending && (
        <ConfirmDialog
          title={`Revoke “${ending.name}”?`}
          confirm="Revoke"
          danger
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(ending)}
          onCancel={() => {
            revoke.reset();
            setEnding(undefined);
          }}
        >
          <p>Whatever uses this key stops working at once.</p>
          <FormNotice failure={failureOf(revoke.error)} />
        </ConfirmDialog>
      )}
    </section>
  );
}
