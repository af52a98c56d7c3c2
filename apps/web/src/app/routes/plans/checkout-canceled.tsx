import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';

/** The page after a canceled payment. */
export function Component() {
  return (
    <Page
      title="Checkout canceled"
      heading="Nothing was charged"
      lead="The payment was not completed. Your account has not changed."
      narrow
    >
      <ButtonLink to="/plans" variant="primary" size="large">
        Back to the plans
      </ButtonLink>
    </Page>
  );
}
