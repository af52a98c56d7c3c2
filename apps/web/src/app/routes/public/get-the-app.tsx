import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { site } from '#src/config/site.ts';
import css from './get-the-app.module.css';

export function Component() {
  return (
    <Page
      title="Get the app"
      heading="In your pocket, too"
      lead="The same account, ratings and lists on your phone. Links to titles and shared lists open in the app."
    >
      <div className={css.stores}>
        <ButtonLink href={site.stores.apple} size="large" variant="primary">
          App Store for iPhone and iPad
        </ButtonLink>
        <ButtonLink href={site.stores.google} size="large" variant="primary">
          Google Play for Android
        </ButtonLink>
      </div>
      <p>No phone at hand? Everything works in the browser as well.</p>
    </Page>
  );
}
