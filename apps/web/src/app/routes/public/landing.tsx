import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { ComeOver } from '#src/components/ui/come-over.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { Row } from '#src/components/ui/row.tsx';
import { showcasePoster, site } from '#src/config/site.ts';
import { monthlyPrice } from '#src/features/plans/monthly-price.ts';
import { getPlans, isBillingOff } from '#src/features/plans/offered-plans.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { NameMark } from '../../shell/name-mark.tsx';
import { SiteFooter } from '../../shell/site-footer.tsx';
import { ThemeButton } from '../../shell/theme-button.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import css from './landing.module.css';
import { Scenes } from './scenes.tsx';

export function Component() {
  useTitle('');
  const plans = usePlans();
  const { state } = useLocation();
  // The notice of a deleted account appears after hydration, because the prerendered page has no notice.
  const [deleted, setDeleted] = useState(false);
  useEffect(() => setDeleted(state?.accountDeleted === true), [state]);
  return (
    <>
      <header className={css.bar}>
        <NameMark />
        <nav className="wrap gap-2" aria-label="Account">
          <ThemeButton />
          <ButtonLink to={paths.login}>{texts.login}</ButtonLink>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        {deleted && (
          <p className={css.notice} role="status">
            Your account is deleted.
          </p>
        )}
        <Hero plans={plans} />
        <Scenes />
        <Features />
        <section className={css.privacy} aria-labelledby="privacy">
          <h2 id="privacy">
            <span>No ads.</span> <span>No spam.</span> <span>No robotexts.</span>
          </h2>
          <p>
            {sellsPlans(plans) && 'Your subscription is all we live on. '}What you watch and how you rate it
            is used to recommend titles to you, and for nothing else. It is never sold.
          </p>
        </section>
        <div className={css.quotes}>
          <Row
            title="Overheard in the foyer"
            tabStop
            aside={<span className={css.sample}>Sample quotes</span>}
          >
            {site.testimonials.map((voice) => (
              <li key={voice.who}>
                <figure className={`stack gap-4 ${css.quote}`}>
                  <blockquote>{voice.quote}</blockquote>
                  <figcaption className="quiet">{voice.who} (sample)</figcaption>
                </figure>
              </li>
            ))}
          </Row>
        </div>
        <section className={css.last} aria-labelledby="last">
          <hr className={`bulbs ${css.dots}`} />
          <h2 id="last">The doors are open.</h2>
          <Offer plans={plans} />
        </section>
      </main>
      <SiteFooter />
      <CookieNotice />
    </>
  );
}

function Hero({ plans }: { plans: Plans | null }) {
  return (
    <div className={css.hero}>
      <div className={`stack gap-5 ${css.pitch}`}>
        <h1>What’s on tonight, and where.</h1>
        <p className={css.lead}>
          One guide to all the streaming services you already pay for, chosen by your own taste.
        </p>
        <Offer plans={plans} />
        <ComeOver visitor />
      </div>
      <div className={css.posters} aria-hidden="true">
        {[0, 1, 2].map((column) => (
          <div key={column} className={`stack gap-3 ${css.column}`}>
            {Array.from({ length: site.showcase / 3 }, (_, row) => row * 3 + column + 1).map((place) => (
              <PosterImage key={place} src={showcasePoster(place)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const features = [
  {
    name: texts.discover,
    text: 'Rate a few titles and it is yours: personalized recommendations, each with a match and its reasons.',
  },
  {
    name: 'Create',
    text: 'Watch lists to keep, share and fill together, beside lists that we curate by genre and mood.',
  },
  {
    name: texts.search,
    text: 'Type a movie, a series or a name, and see where it streams now, your streaming services first.',
  },
];

function Features() {
  return (
    <section className={css.features} aria-label="What it does">
      {features.map(({ name, text }) => (
        <article key={name} className={`stack gap-4 ${css.feature}`}>
          <hr className={`bulbs ${css.dots}`} />
          <h2>{name}</h2>
          <p>{text}</p>
        </article>
      ))}
    </section>
  );
}

type Plans = Awaited<ReturnType<typeof getPlans>>;

/**
 * Fetches the plans without the query library, which the landing page does not load. Returns null until the plans are
 * loaded.
 */
function usePlans(): Plans | null {
  const [plans, setPlans] = useState<Plans | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    getPlans(leaving.signal).then(setPlans, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('The plans could not be loaded.', error);
    });
    return () => leaving.abort();
  }, []);
  return plans;
}

/**
 * Returns whether the server sells plans. The value is true until the plans are loaded, because the page is
 * prerendered without the plans.
 */
const sellsPlans = (plans: Plans | null): boolean => plans === null || !isBillingOff(plans);

/** Sign-up with trial and price, and the store links. Its height does not change when the plans are loaded. */
function Offer({ plans }: { plans: Plans | null }) {
  const price = plans ? monthlyPrice(plans.plans) : null;
  return (
    <div className={`stack gap-3 ${css.offer}`}>
      <ButtonLink to={paths.register} variant="primary" size="large">
        Sign up
      </ButtonLink>
      <p className={css.terms}>
        <strong>
          {plans && (plans.trial_days > 0 ? `${plans.trial_days} day free trial` : 'Start today')}
          {price && ` then just ${price}/month`}
        </strong>
        {sellsPlans(plans) && 'Cancel at any time. '}It takes less than 5 minutes to sign up.
      </p>
      <p className="quiet">
        Also for <Link to={paths.getTheApp}>iPhone and iPad</Link> and{' '}
        <Link to={paths.getTheApp}>Android</Link>
      </p>
    </div>
  );
}
