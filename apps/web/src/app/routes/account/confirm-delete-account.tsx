import { ApiError } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { toDeletionText } from '#src/features/account/components/destroy-dialog.tsx';
import { confirmDeletion } from '#src/features/account/visitor-api.ts';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { endSession } from '#src/lib/session/session.ts';

/** The page of the deletion link. Opening the page deletes nothing; its button deletes the account. */
export function Component() {
  const [params] = useSearchParams();
  const code = params.get('code');
  const email = params.get('email');
  const text = toDeletionText(useBillingOff());
  const confirm = useMutation({ mutationFn: confirmDeletion, onSuccess: endSession });

  const isDead = confirm.error instanceof ApiError && confirm.error.code === 'invalid_code';

  if (!code || !email) {
    return (
      <EmptyState
        title="Incomplete deletion link"
        text="This link is incomplete."
        more="Open it again from the email, or request a new one."
        action={<ButtonLink to={paths.deleteAccount}>Request a new link</ButtonLink>}
      />
    );
  }
  if (confirm.isSuccess) {
    return (
      <Page title="Account deleted" heading="Goodbye" narrow>
        <FormNotice success={confirm.data} />
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </Page>
    );
  }
  return (
    <Page
      title={isDead ? 'Deletion link no longer works' : 'Confirm deletion'}
      heading="Confirm the deletion"
      lead={`This deletes the account of ${email}. ${text} This cannot be undone.`}
      narrow
    >
      <FormNotice failure={failureOf(confirm.error)} />
      {isDead && <ButtonLink to={paths.deleteAccount}>Request a new link</ButtonLink>}
      <Button
        variant="danger"
        size="large"
        wide
        busy={confirm.isPending}
        onClick={() => confirm.mutate({ email, code })}
      >
        Delete my account for good
      </Button>
    </Page>
  );
}
