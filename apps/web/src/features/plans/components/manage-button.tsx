import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { Button, type ButtonVariant } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { managePlan } from '../api.ts';

/** Opens the billing portal, which has the card and the invoices. A failure is shown below the button. */
export function ManageButton({ variant = 'outline' }: { variant?: ButtonVariant }) {
  const manage = useMutation({ mutationFn: managePlan, onSuccess: (address) => location.assign(address) });
  return (
    <>
      <Button variant={variant} busy={manage.isPending} onClick={() => manage.mutate()}>
        {texts.manage}
      </Button>
      <FormNotice failure={failureOf(manage.error)} />
    </>
  );
}
