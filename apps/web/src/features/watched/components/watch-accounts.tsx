import type { WatchHook } from '@marquee/contracts';
import { ACCOUNT_NAMES_MAX, NAME_MAX } from '@marquee/contracts/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { updateWatchHook, watchHookQuery } from '../api.ts';
import css from './watched.module.css';

/** Whose views count on the connected servers, and whether stars in Plex do. */
export function WatchAccounts({ hook: { account_names, take_ratings } }: { hook: WatchHook }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const update = useMutation({
    mutationFn: updateWatchHook,
    onSuccess: (hook) => {
      client.setQueryData(watchHookQuery.queryKey, hook);
      setName('');
    },
  });
  const add = () => {
    if (name.trim() !== '') update.mutate({ account_names: [...account_names, name] });
  };
  return (
    <div className="stack gap-3">
      <h3>Whose views count</h3>
      <ul className="stack">
        {account_names.map((each) => (
          <li key={each} className={css.row}>
            <span>{each}</span>
            {account_names.length > 1 && (
              <Button
                variant="plain"
                onClick={() =>
                  update.mutate({ account_names: account_names.filter((other) => other !== each) })
                }
              >
                Remove<span className="visually-hidden"> {each}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {account_names.length < ACCOUNT_NAMES_MAX && (
        <Form label="Another account" onSubmit={add}>
          <Field
            label="Another account of yours"
            hint="On this server or on another one that uses the same address."
            value={name}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <div className="wrap gap-3">
            <Button type="submit" busy={update.isPending}>
              Add account
            </Button>
          </div>
        </Form>
      )}
      <FormNotice failure={failureOf(update.error)} />
      <Switch
        label="Stars in Plex are ratings here"
        checked={take_ratings}
        onChange={(on) => update.mutate({ take_ratings: on })}
      />
    </div>
  );
}
