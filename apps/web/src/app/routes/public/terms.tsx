import { Page } from '#src/components/ui/page.tsx';
import { TermsText } from '#src/features/legal/components/terms-text.tsx';

export function Component() {
  return (
    <Page title="Terms of Service">
      <TermsText />
    </Page>
  );
}
