import { CAPS } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { site } from '#src/config/site.ts';
import { monthlyPrice } from '#src/features/plans/monthly-price.ts';
import { isBillingOff, plansQuery } from '#src/features/plans/offered-plans.ts';
import { getApps } from '#src/lib/http/get-apps.ts';
import css from './faq.module.css';

/** Questions and answers. Trial and price come from the plans, so that all texts agree. */
export function Component() {
  const { data } = useQuery(plansQuery);
  const { data: apps } = useQuery({ queryKey: ['apps'], queryFn: getApps });
  const hasApps = apps !== undefined && Boolean(apps.ios || apps.android);
  const days = data?.trial_days ?? 0;
  const price = data ? monthlyPrice(data.plans) : null;
  const sellsPlans = data === undefined || !isBillingOff(data);
  const questions: { ask: string; answer: ReactNode; isAboutMoney?: true }[] = [
    {
      ask: 'What is Marquee?',
      answer:
        'A guide to what you can watch tonight. It recommends movies and series to your taste and shows on which of your streaming services each one plays.',
    },
    {
      ask: 'Can I watch on Marquee itself?',
      answer:
        'No. Marquee is a guide, not a streaming service. The links of a title open its streaming services in a new tab.',
    },
    {
      ask: 'Is there a free trial?',
      isAboutMoney: true,
      answer: data ? (
        days > 0 ? (
          `Yes. A new account is free for ${days} days, and you need no card to start.`
        ) : (
          'No. You see the price of every plan before you sign up. One plan is free for life. The number of free places is limited.'
        )
      ) : (
        <>
          See the <Link to={paths.plans}>plans page</Link>.
        </>
      ),
    },
    {
      ask: 'What does it cost?',
      isAboutMoney: true,
      answer: (
        <>
          {price ? `${price} a month. ` : ''}The <Link to={paths.plans}>plans page</Link> shows every price.
        </>
      ),
    },
    {
      ask: 'How do I cancel?',
      isAboutMoney: true,
      answer: (
        <>
          Open <Link to={paths.plans}>Plans</Link> and choose Cancel subscription. You keep access until the
          end of the period you have paid for. Subscriptions from the Apple or Google store are canceled
          there.
        </>
      ),
    },
    {
      ask: 'Which streaming services do you cover?',
      answer:
        'The large subscription services, and more as we add them. You choose yours when you sign up and can change them at any time.',
    },
    {
      ask: 'How do recommendations work?',
      answer:
        'From your ratings, your genres, and what people with a taste like yours rated. The more you rate, the better it gets: twenty ratings make a clear difference.',
    },
    {
      ask: 'What does the match mean?',
      answer:
        'How likely it is that you will like the title, that is, rate it 3.5 stars or more. Of ten titles shown at 80 %, about eight will please you. Below 40 % it says “probably not” in red, from 80 % “likely” and from 90 % “a sure thing”, both in green, and “a gamble” between. The words appear once you have rated three titles, the percentage once you have rated ten. A title that you would hardly choose gets no high match only because you rate kindly. Open a title to see which of your ratings changed it most.',
    },
    {
      ask: 'Do I have to rate titles?',
      answer:
        'No, but it helps. You can rate in half stars, add tags, and clear a rating. The Rating page suggests the titles whose ratings teach us most about your taste.',
    },
    {
      ask: 'How do lists work?',
      answer: `Make up to ${CAPS.customLists} lists, share them by email or link, and let others add to them if you want. Watch Later and Haven't Watched are made for you and stay private.`,
    },
    {
      ask: 'Can I hide titles I never want to see?',
      answer:
        'Yes, on every card. Hidden titles no longer appear among recommendations, and you can bring them back at any time.',
    },
    {
      ask: 'Why is a title shown on a streaming service that does not have it?',
      answer:
        'Streaming services change their catalogues daily. Each offer shows when it was last checked. If an offer is wrong, press “Wrong?” beside it: we hide it for you and record your report.',
    },
    {
      ask: 'Are there apps?',
      answer: (
        <>
          {hasApps
            ? 'Yes, and your account is the same everywhere: '
            : 'Your browser installs Marquee on iPhone, iPad and Android, where it then opens like any app: '}
          <Link to={paths.getTheApp}>{hasApps ? 'get the app' : 'how to install it'}</Link>.
        </>
      ),
    },
    {
      ask: 'How do I delete my account, or reach you?',
      answer: (
        <>
          The <Link to={paths.deletion}>deletion page</Link> explains how to delete your account. For
          everything else, write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a> or use the{' '}
          <Link to={paths.contact}>contact form</Link>.
        </>
      ),
    },
  ];
  return (
    <Page title="FAQ" heading="Questions and answers">
      <div className={css.list}>
        {questions
          .filter(({ isAboutMoney }) => sellsPlans || !isAboutMoney)
          .map((question) => (
            <details key={question.ask} className={css.item}>
              <summary>{question.ask}</summary>
              <p className={css.answer}>{question.answer}</p>
            </details>
          ))}
      </div>
    </Page>
  );
}
