import type { User } from '@marquee/contracts';
import { EMAIL_MAX, latestBirthdate, MESSAGES, NAME_MAX, PHONE_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { emailProblem } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { setUser } from '#src/lib/session/session.ts';
import { type AccountFields, changesOf, fieldsOf, toPhoneNumber } from '../account-fields.ts';
import { confirmPassword, isWrongPassword, type UserChange, updateUser } from '../api.ts';
import css from './account-dialog.module.css';

const genders = [
  { value: '', label: 'Prefer not to say' },
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
] as const;

const WITH_ERRORS = ['first_name', 'last_name', 'email', 'birthdate', 'phone_number', 'password'] as const;

/** Birthdate, gender and phone number: all optional. */
function PersonalFields({
  fields,
  set,
  errorOf,
}: {
  fields: AccountFields;
  set: (part: Partial<AccountFields>) => void;
  errorOf: (name: 'birthdate' | 'phone_number') => string | undefined;
}) {
  return (
    <>
      <Field
        label="Birthdate"
        type="date"
        name="birthdate"
        autoComplete="bday"
        min="1900-01-01"
        max={latestBirthdate(new Date())}
        value={fields.birthdate}
        error={errorOf('birthdate')}
        onChange={(event) => set({ birthdate: event.target.value })}
      />
      <Select
        label="Gender"
        name="gender"
        stacked
        choices={genders}
        value={fields.gender}
        onChange={(gender) => set({ gender })}
      />
      <Field
        label="Phone number"
        type="tel"
        inputMode="numeric"
        name="phone_number"
        autoComplete="tel-national"
        hint="Up to 10 digits."
        className={css.whole}
        maxLength={PHONE_MAX}
        value={fields.phone_number}
        error={errorOf('phone_number')}
        // The browser would cut a pasted number at the limit before its spaces and signs are removed.
        onPaste={(event) => {
          event.preventDefault();
          set({ phone_number: toPhoneNumber(event.clipboardData.getData('text')) });
        }}
        onChange={(event) => set({ phone_number: toPhoneNumber(event.target.value) })}
      />
    </>
  );
}

/** Edits name, email and personal data. Sends changed fields only. */
export function AccountDialog({
  user,
  onClose,
  onSaved,
}: {
  user: User;
  onClose: () => void;
  onSaved: (saved: User) => void;
}) {
  const [fields, setFields] = useState(() => fieldsOf(user));
  const [password, setPassword] = useState('');
  const changes = changesOf(user, fields);
  const needsPassword = changes?.email !== undefined;
  const save = useMutation({
    mutationFn: async (given: UserChange) => {
      if (needsPassword) await confirmPassword(password);
      return updateUser(given);
    },
    onSuccess: (saved) => {
      setUser(saved);
      onSaved(saved);
    },
  });
  const set = (part: Partial<AccountFields>) => setFields({ ...fields, ...part });
  const fallback = texts.unknownAccount;
  const isWrong = isWrongPassword(save.error);
  const { check, errorOf, failure } = useFormErrors(isWrong ? null : save.error, fallback, WITH_ERRORS);

  return (
    <Dialog title="Your account" onClose={onClose}>
      <Form
        label="Account"
        onSubmit={() => {
          const isTooYoung = fields.birthdate > latestBirthdate(new Date());
          const isValid = check({
            email: emailProblem(fields.email),
            birthdate: isTooYoung ? MESSAGES.birthdateTooYoung : undefined,
            password: needsPassword && password === '' ? MESSAGES.passwordRequired : undefined,
          });
          if (isValid && changes && !save.isPending) save.mutate(changes);
        }}
      >
        <div className={css.fields}>
          <Field
            label="First name"
            name="first_name"
            autoComplete="given-name"
            maxLength={NAME_MAX}
            value={fields.first_name}
            error={errorOf('first_name')}
            onChange={(event) => set({ first_name: event.target.value })}
          />
          <Field
            label="Last name"
            name="last_name"
            autoComplete="family-name"
            maxLength={NAME_MAX}
            value={fields.last_name}
            error={errorOf('last_name')}
            onChange={(event) => set({ last_name: event.target.value })}
          />
          <Field
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
            className={css.whole}
            value={fields.email}
            error={errorOf('email')}
            onChange={(event) => set({ email: event.target.value })}
          />
          {needsPassword && (
            <Field
              label="Current password"
              type="password"
              name="password"
              autoComplete="current-password"
              className={css.whole}
              hint="Needed to change your email address. The change takes effect when you open the link that we send to the new address."
              value={password}
              error={isWrong ? texts.wrongPassword : errorOf('password')}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          <PersonalFields fields={fields} set={set} errorOf={errorOf} />
        </div>
        <FormNotice failure={failure} />
        <DialogChoice disabled={!changes} busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
