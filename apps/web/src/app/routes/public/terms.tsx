import { Page } from '#src/components/ui/page.tsx';
import { TermsText } from '#src/features/legal/components/terms-text.tsx';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';

export function Component() {
  return (
    <Page title="Terms of Service">
      <TermsText isFree={useBillingOff()} />
    </Page>
  );
}
