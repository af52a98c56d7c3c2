import * as paths from '@marquee/contracts/paths';
import { Navigate } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';

export function CheckoutCanceled() {
  if (useBillingOff()) return <Navigate to="/" replace />;
  return (
    <Page
      title="Checkout canceled"
      heading="Nothing was charged"
      lead="The payment was not completed. Your account has not changed."
      narrow
    >
      <ButtonLink to={paths.plans} variant="primary" size="large">
        Back to the plans
      </ButtonLink>
    </Page>
  );
}
