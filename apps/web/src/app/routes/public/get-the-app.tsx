import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { getApps } from '#src/lib/http/get-apps.ts';
import css from './get-the-app.module.css';

/** How a browser installs the web app. */
const INSTALL = [
  {
    system: 'On iPhone and iPad',
    steps: ['Open Marquee in Safari.', 'Tap Share.', 'Choose Add to Home Screen, then Add.'],
  },
  {
    system: 'On Android',
    steps: [
      'Open Marquee in Chrome.',
      'Open the menu at the top right.',
      'Choose Add to Home screen, then Install.',
    ],
  },
];

/** Links to the stores, or, without apps in the stores, how to install the web app. */
export function Component() {
  const { data: apps } = useQuery({ queryKey: ['apps'], queryFn: getApps });
  const stores = [
    { name: 'App Store for iPhone and iPad', address: apps?.ios },
    { name: 'Google Play for Android', address: apps?.android },
  ];
  return (
    <Page
      title="Get the app"
      heading="In your pocket, too"
      lead="The same account, ratings and lists on your phone."
    >
      <div className={css.stores}>
        {stores.map(
          ({ name, address }) =>
            address && (
              <ButtonLink key={name} href={address} size="large" variant="primary">
                {name}
              </ButtonLink>
            ),
        )}
      </div>
      <div className={css.ways}>
        {INSTALL.map(({ system, steps }) => (
          <section key={system}>
            <h2>{system}</h2>
            <ol className={css.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p>Marquee then has its own icon and opens without the bars of the browser.</p>
    </Page>
  );
}
