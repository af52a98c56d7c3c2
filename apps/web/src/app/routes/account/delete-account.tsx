import { MESSAGES } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { ACCOUNT_DELETED } from '#src/features/account/api.ts';
import { DestroyDialog, toDeletionText } from '#src/features/account/components/destroy-dialog.tsx';
import { requestDeletion } from '#src/features/account/visitor-api.ts';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';
import { emailProblem } from '#src/lib/forms/rules.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { endSession, useSession } from '#src/lib/session/session.ts';

/** Deletes the account: a member confirms with a button, a visitor receives a link by email. */
export function Component() {
  const { state } = useSession();
  const text = toDeletionText(useBillingOff());
  if (state === 'loading') return null;
  return (
    <Page title="Delete account" heading="Delete your account" lead={text} narrow>
      {state === 'visitor' ? <ByMail /> : <AtOnce />}
    </Page>
  );
}

function ByMail() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const request = useMutation({ mutationFn: () => requestDeletion(email.trim()) });
  return (
    <Form
      label="Delete account"
      onSubmit={() => {
        const found = emailProblem(email, MESSAGES.emailRequired);
        setProblem(found);
        if (!found && !request.isPending) request.mutate();
      }}
    >
      <Field
        label="Email of the account"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormNotice failure={failureOf(request.error)} success={request.data} />
      <Button type="submit" variant="danger" size="large" wide busy={request.isPending}>
        Email me a confirmation link
      </Button>
    </Form>
  );
}

function AtOnce() {
  const isFree = useBillingOff();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" size="large" wide onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && (
        <DestroyDialog
          isFree={isFree}
          onDestroyed={() => {
            endSession();
            void navigate('/', { replace: true, state: ACCOUNT_DELETED });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
