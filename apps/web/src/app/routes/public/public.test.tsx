import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const monthly = {
  id: 1,
  name: 'Monthly',
  description: '',
  plan_id: 'monthly',
  places_left: null,
  recommended: true,
  pricings: [
    { id: 'p', price_in_cents: 449, is_recurring: true, is_free: false, interval: 'month' as const },
  ],
};

test('the landing page shows trial and price of the plans, has no navbar and stores the cookie consent', async () => {
  answer('GET /api/v1/plans', { plans: [monthly], trial_days: 45 });
  const { user } = renderApp('/');
  expect((await screen.findAllByText(/45 day free trial then just \$4\.49\/month/)).length).toBeGreaterThan(
    0,
  );
  expect(screen.getAllByRole('link', { name: 'Sign up' })[0]?.getAttribute('href')).toBe('/register');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  const footer = within(screen.getByRole('contentinfo'));
  for (const name of [
    'About',
    'FAQ',
    'Careers',
    'Contact Us',
    'Privacy Policy',
    'Terms of Service',
    'Facebook',
    'Instagram',
    'X',
  ]) {
    footer.getByRole('link', { name });
  }
  await user.click(screen.getByRole('button', { name: 'Ok' }));
  expect(document.cookie).toContain('cookieConsent=true');
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
});

test('the contact form requires email, subject and a message of five characters', async () => {
  const sent = answer('POST /api/v1/contact', { message: 'ok' });
  const { user } = renderApp('/contact');
  await user.type(await screen.findByLabelText('Message'), 'four');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  for (const sentence of [
    'Email is required!',
    'Subject is required!',
    'Type your message, at least 5 characters.',
  ]) {
    screen.getByText(sentence);
  }
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Subject'), 'Hello');
  await user.type(screen.getByLabelText('Message'), '5');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(/Your message has been sent/);
  expect(sent[0]?.body).toEqual({
    contact: { email: 'ada@example.com', subject: 'Hello', message: 'four5' },
  });
});

test('the contact form shows an error when sending fails', async () => {
  answer('POST /api/v1/contact', { status: 500, error: 'internal_error' });
  startSession(makeUser());
  const { user } = renderApp('/contact');
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.com');
  await user.type(screen.getByLabelText('Subject'), 'Hello');
  await user.type(screen.getByLabelText('Message'), 'Hello there');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Unknown error trying to send contact message');
});

test.each([
  ['/faq', 'FAQ · Marquee'],
  ['/terms', 'Terms of Service · Marquee'],
  ['/nowhere', 'Page not found · Marquee'],
])('%s has the document title %s', async (address, title) => {
  answer('GET /api/v1/plans', { plans: [monthly], trial_days: 30 });
  renderApp(address);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe(title));
});

test('a user without a plan sees the navbar with Logout, and a member the navigation', async () => {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  startSession(makeUser({ trial_or_subscribed: false }));
  renderApp('/about');
  await screen.findByRole('link', { name: 'Log out' });
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  startSession(makeUser());
  const main = await screen.findByRole('navigation', { name: 'Main' });
  const links = within(main).getAllByRole('link');
  expect(links.slice(-9).map(({ textContent }) => textContent)).toEqual([
    'Discover',
    'Tonight',
    'Up next',
    'Calendar',
    'My Lists',
    'Rating',
    'Search',
    'Settings',
    'Sign out',
  ]);
  expect(screen.queryByRole('link', { name: 'Log out' })).toBeNull();
});

test('Get the app links the stores that have the app, and says how to install the web app elsewhere', async () => {
  answer('GET /api/v1/apps', { ios: 'https://apps.apple.com/app/id1', android: null });
  renderApp('/get_the_app');
  const store = await screen.findByRole('link', { name: 'App Store for iPhone and iPad' });
  expect(store).toHaveProperty('href', 'https://apps.apple.com/app/id1');
  expect(screen.queryByRole('link', { name: /Google Play/ })).toBeNull();
  expect(screen.queryByText('Choose Add to Home Screen, then Add.')).toBeNull();
  screen.getByText('Choose Add to Home screen, then Install.');
});
