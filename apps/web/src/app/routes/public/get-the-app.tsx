import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { getApps } from '#src/lib/http/get-apps.ts';
import css from './get-the-app.module.css';

/** Links to the apps in the stores. Where a system has none, how its browser installs the web app. */
export function Component() {
  const { data: apps } = useQuery({ queryKey: ['apps'], queryFn: getApps });
  const ways = [
    {
      store: 'App Store for iPhone and iPad',
      address: apps?.ios,
      system: 'On iPhone and iPad',
      steps: ['Open Marquee in Safari.', 'Tap Share.', 'Choose Add to Home Screen, then Add.'],
    },
    {
      store: 'Google Play for Android',
      address: apps?.android,
      system: 'On Android',
      steps: [
        'Open Marquee in Chrome.',
        'Open the menu at the top right.',
        'Choose Add to Home screen, then Install.',
      ],
    },
  ];
  const install = ways.filter(({ address }) => !address);
  return (
    <Page
      title="Get the app"
      heading="In your pocket, too"
      lead="The same account, ratings and lists on your phone."
    >
      <div className={css.stores}>
        {ways.map(
          ({ store, address }) =>
            address && (
              <ButtonLink key={store} href={address} size="large" variant="primary">
                {store}
              </ButtonLink>
            ),
        )}
      </div>
      <div className={css.ways}>
        {install.map(({ system, steps }) => (
          <section key={system}>
            <h2>{system}</h2>
            <ol className={`stack gap-2 ${css.steps}`}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      {install.length > 0 && <p>Marquee then has its own icon and opens without the bars of the browser.</p>}
    </Page>
  );
}
