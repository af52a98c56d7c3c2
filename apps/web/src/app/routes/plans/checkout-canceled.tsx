import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';

/** The payment was broken off. */
export function Component() {
  return (
    <Page
      title="Checkout canceled"
      heading="Nothing was charged"
      lead="You left the payment before it was done. Your account is as it was."
      narrow
    >
      <ButtonLink to="/plans" variant="primary" size="large">
        Back to the plans
      </ButtonLink>
    </Page>
  );
}
