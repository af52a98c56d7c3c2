// A user gets from the landing page to a title to watch, in the browser and through the API alone.
import type { MediumCard } from '@marquee/contracts';
import { cardIds, giveStars, openFirstCard, rateOnDeck, signUp } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { connect, makeIdentity, PASSWORD, rate, solveBotCheck } from '../support/users.ts';

test('a visitor signs up, rates a few titles and follows an offer', async ({ page, context, origin }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('30 day free trial then just $3.99/month').first()).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).first().click();

  await signUp(page, makeIdentity());
  await page.getByRole('checkbox', { name: 'Netflix' }).check();
  await page.getByRole('checkbox', { name: 'Disney+' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Which of these have you seen?' })).toBeVisible();
  await expect(page).toHaveURL('/welcome/rate');
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();

  await page.getByRole('link', { name: 'Rating' }).click();
  for (const stars of ['4.5 stars', '2 stars', '5 stars', '3.5 stars']) await rateOnDeck(page, stars);

  await page.getByRole('link', { name: 'Discover' }).click();
  await expect(page.getByRole('switch', { name: 'All streaming services' })).not.toBeChecked();
  await expect(page).toHaveURL(/all_streaming=false/);
  await expect(page.locator('main [aria-busy="false"]').first()).toBeVisible();
  const shown = new Set<number>();
  const look = async () => {
    await page.mouse.wheel(0, 800);
    for (const id of await cardIds(page)) shown.add(id);
    return shown.size;
  };
  await expect.poll(look, { intervals: [200] }).toBeGreaterThan(60);

  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const api = connect(origin, token);
  for (const id of shown) {
    const { medium } = await api('GET /api/v1/media/{id}', { params: { id } });
    const own = medium.provider_medium.filter((offer) => offer.selected).map((o) => o.medium_provider.name);
    expect(own, `${medium.title} is on one of the services`).not.toEqual([]);
    expect(['Netflix', 'Disney+']).toEqual(expect.arrayContaining(own));
  }

  await openFirstCard(page);
  const where = page.getByRole('region', { name: 'Where to watch' });
  const offer = where.getByRole('link').first();
  const target = await offer.getAttribute('href');
  const [popup, request] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('request', (asked) => asked.url() === target),
    offer.click(),
  ]);
  expect(request.isNavigationRequest()).toBe(true);
  await popup.close();

  const prompt = page.getByRole('dialog', { name: 'How much did you like this title?' });
  await prompt.getByRole('button', { name: 'I’m ready to rate it' }).click();
  // The title behind has stars too, so wait for the dialog.
  const starred = page.getByRole('dialog').filter({ has: page.getByRole('group', { name: 'Your rating' }) });
  await expect(starred).toHaveCount(2);
  await giveStars(page, '3 stars');
  const { user_interactions: open } = await api('GET /api/v1/user_interactions');
  expect(open).toEqual([]);
});

test('a client signs up, rates a few titles and follows an offer through the API alone', async ({
  origin,
}) => {
  const visitor = connect(origin);
  const { email, displayName } = makeIdentity();
  expect((await visitor('GET /api/v1/plans')).trial_days).toBe(30);
  const free = await visitor('POST /api/v1/users/check_email_exists', {
    body: { email, recaptcha: await solveBotCheck(origin, 'signup_email') },
  });
  expect(free.email_exists).toBe(false);
  const named = await visitor('POST /api/v1/users/check_display_name_exists', {
    body: { display_name: displayName },
  });
  expect(named).toEqual({ valid: true, errors: [] });
  await visitor('POST /users', { body: { user: { email, password: PASSWORD, display_name: displayName } } });

  const { user } = await visitor('POST /users/sign_in', {
    body: { user: { email, password: PASSWORD }, recaptcha: await solveBotCheck(origin, 'login') },
  });
  expect(user).toMatchObject({ signup_step: 4, trial_or_subscribed: true, has_creation_trial: true });
  const api = connect(origin, user.access_token);
  const { medium_providers: services } = await api('GET /api/v1/user_medium_providers');
  const chosen = services.filter(({ name }) => ['Hulu', 'Max'].includes(name)).map(({ id }) => id);
  await api('POST /api/v1/user_medium_providers/update_all', { body: { medium_providers_ids: chosen } });
  expect((await api('GET /api/v1/user')).user.signup_step).toBe(5);

  const { media: known } = await api('GET /api/v1/media/to_rate');
  for (const [at, { id }] of known.slice(0, 6).entries()) await rate(api, id, at % 2 === 0 ? 9 : 3);

  const titles: MediumCard[] = [];
  for (const page of [1, 2, 3]) {
    const reply = await api('GET /api/v2/media', {
      query: { selection: 'recommended', all_streaming: false, page },
    });
    titles.push(...reply.media);
  }
  expect(new Set(titles.map(({ id }) => id)).size).toBe(75);
  const rated = new Set(known.slice(0, 6).map(({ id }) => id));
  for (const { id, title, provider_medium: offers } of titles) {
    expect(rated.has(id), `${title} is rated and not recommended`).toBe(false);
    const own = offers.filter((offer) => offer.selected).map((offer) => offer.medium_provider.id);
    expect(own, `${title} is on one of the services`).not.toEqual([]);
    expect(chosen).toEqual(expect.arrayContaining(own));
  }

  const tonight = titles[0];
  const offer = tonight?.provider_medium.find(({ selected }) => selected);
  if (!tonight || !offer) throw new Error('No recommended title is on a selected streaming service');
  expect(new URL(offer.url).protocol).toBe('https:');
  const body = { user_interaction: { medium_id: tonight.id, provider_medium_id: offer.id } };
  const { user_interaction: asked } = await api('POST /api/v1/user_interactions', { body });
  const again = await api('POST /api/v1/user_interactions', { body });
  expect(again.user_interaction.id).toBe(asked.id);
  await api('PUT /api/v1/user_interactions/{id}', {
    params: { id: asked.id },
    body: { user_interaction: { provider_medium_id: offer.id, answer: 1 } },
  });
  await rate(api, tonight.id, 8);
  const { media: history } = await api('GET /api/v1/media/rating_history');
  expect(history[0]).toMatchObject({ id: tonight.id, rating: 8, favorited: true });
});
