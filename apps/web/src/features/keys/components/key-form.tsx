import type { NewKey } from '@marquee/contracts';
import { KEY_NAME_MAX } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Choice } from '#src/components/ui/choice.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { createKey, type GivenKey } from '../api.ts';
import css from './keys.module.css';

/** What a key can be for, with its scopes. */
export const PURPOSES = [
  { value: 'read', label: 'A script that reads titles, lists and history', scopes: ['read'] },
  { value: 'write', label: 'A script that also rates, marks and saves titles', scopes: ['read', 'write'] },
  { value: 'feed', label: 'Addresses for calendars, readers and collection managers', scopes: ['feed'] },
] as const;
type Purpose = (typeof PURPOSES)[number]['value'];

const ENDS = [
  { value: 'never', label: 'Until I revoke it' },
  { value: '30', label: 'For 30 days' },
  { value: '365', label: 'For a year' },
] as const;
type End = (typeof ENDS)[number]['value'];

const DAY_MS = 86_400_000;
const dayAfter = (end: End): string | null =>
  end === 'never' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString().slice(0, 10);

/** Asks for the password; the screen has the dialog, which is of another feature. */
export type AskPassword = ComponentType<{ onConfirmed: () => void; onClose: () => void }>;

/** Makes a key. A session that is older than ten minutes confirms the password first. */
export function KeyForm({
  onMade,
  needsPassword,
  AskPassword,
}: {
  onMade: (made: NewKey) => void;
  needsPassword: (error: unknown) => boolean;
  AskPassword: AskPassword;
}) {
  const [name, setName] = useState('');
  const [purpose, setPurpose] = useState<Purpose>('read');
  const [end, setEnd] = useState<End>('never');
  const [missing, setMissing] = useState<string>();
  const make = useMutation({
    mutationFn: createKey,
    onSuccess: (made) => {
      setName('');
      onMade(made);
    },
  });
  const send = () => {
    const scopes: GivenKey['scopes'] = [...(PURPOSES.find(({ value }) => value === purpose)?.scopes ?? [])];
    make.mutate({ name, scopes, expires_on: dayAfter(end) });
  };
  const submit = () => {
    const isEmpty = name.trim() === '';
    setMissing(isEmpty ? 'Please enter a name, such as “Home server”.' : undefined);
    if (!isEmpty) send();
  };
  const isAsking = needsPassword(make.error);
  return (
    <>
      <Form label="New key" onSubmit={submit}>
        <Field
          label="Name"
          hint="So that you know it again."
          value={name}
          maxLength={KEY_NAME_MAX}
          autoComplete="off"
          error={missing}
          onChange={({ target }) => setName(target.value)}
        />
        <Choice label="What it is for" choices={PURPOSES} value={purpose} columns={1} onChange={setPurpose} />
        <Select label="It works" stacked choices={ENDS} value={end} onChange={setEnd} />
        <FormNotice failure={make.error && !isAsking ? plainMessageOf(make.error) : undefined} />
        <div className={css.actions}>
          <Button type="submit" busy={make.isPending}>
            Make a key
          </Button>
        </div>
      </Form>
      {isAsking && <AskPassword onConfirmed={send} onClose={() => make.reset()} />}
    </>
  );
}
