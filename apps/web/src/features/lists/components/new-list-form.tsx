import type { UserList } from '@marquee/contracts';
import { LIST_NAME_MAX, MESSAGES } from '@marquee/contracts/constants';
import { comparable } from '@marquee/contracts/plain-text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { createList } from '../api.ts';
import css from './new-list-form.module.css';

/**
 * Creates a list. A name that is taken is refused while it is typed.
 * @param taken the names of the other lists.
 */
export function NewListForm({
  taken,
  onCreated,
  onCancel,
}: {
  taken: readonly string[];
  onCreated: (list: UserList) => void;
  /** Adds Cancel, and takes the focus, because the member has asked for the form. */
  onCancel?: () => void;
}) {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: createList,
    onSuccess: (list) => {
      setName('');
      onCreated(list);
    },
  });
  const fallback = 'We could not create the list. Please try again.';
  const { check, errorOf, failure } = useFormErrors(create.error, fallback, ['name']);
  const isTaken = !create.isPending && taken.some((other) => comparable(other) === comparable(name));
  const clash = isTaken && name !== '' ? MESSAGES.listNameTaken : undefined;
  const submit = () => {
    const trimmed = name.trim();
    const found = trimmed === '' ? MESSAGES.listNameRequired : clash;
    if (check({ name: found }) && !create.isPending) create.mutate(trimmed);
  };
  return (
    <Form label="New list" onSubmit={submit}>
      <div className={css.create}>
        <Field
          label="Name of the new list"
          name="name"
          autoComplete="off"
          autoFocus={onCancel !== undefined}
          maxLength={LIST_NAME_MAX}
          value={name}
          error={clash ?? errorOf('name') ?? failure}
          onChange={(event) => {
            setName(event.target.value);
            check({});
            create.reset();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && onCancel) onCancel();
          }}
        />
        <Button type="submit" busy={create.isPending}>
          Create
        </Button>
        {onCancel && (
          <Button variant="plain" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
