import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toastStore } from '#src/lib/screen/toast.ts';
import { readSession, startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const services = (count: number, own: readonly number[]) => ({
  medium_providers: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Service ${index + 1}`,
    image: `/images/providers/${index + 1}.svg`,
    featured: index < 3,
    titles: 100,
  })),
  user_medium_provider_ids: [...own],
});
const genres = (count: number, active: number) => ({
  age_ratings: [],
  user_medium_genres: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    active: index < active,
    medium_genre: { title: `Genre ${index + 1}` },
  })),
});

const preferences = (...sources: ('metacritic' | 'none')[]) => ({
  user_preferences: makeUser().preferences,
  critical_rating_sources: sources,
});

function open(part: Parameters<typeof makeUser>[0] = {}, address = '/settings') {
  answer('GET /api/v1/user_medium_providers', services(8, [1, 2, 3, 4]));
  answer('GET /api/v1/user_medium_genres', genres(9, 5));
  answer('GET /api/v1/user_preferences', preferences('metacritic', 'none'));
  startSession(makeUser(part));
  return renderApp(address);
}

const itemsOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('a visitor at the settings sees the login, and returns to the settings after the login', async () => {
  answer('GET /api/v1/bot_check/challenge', { provider: 'off' });
  renderApp('/settings?tab=feedback');
  await screen.findByRole('button', { name: 'Log in' });
  await waitFor(() => expect(localStorage.getItem('redirect_to')).toBe('/settings?tab=feedback'));
});

test('the settings have a title and a navigation entry, and link to the hidden titles', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await waitFor(() => expect(document.title).toBe('Settings · Marquee'));
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  expect((await screen.findByRole('link', { name: 'Show hidden titles' })).getAttribute('href')).toBe(
    '/hidden',
  );
});

test('the summaries name up to four streaming services and genres and count the others', async () => {
  open();
  expect(await itemsOf('Your streaming services')).toEqual([
    'Service 1',
    'Service 2',
    'Service 3',
    'Service 4',
  ]);
  expect(await itemsOf('Your genres')).toEqual(['Genre 1', 'Genre 2', 'Genre 3', 'Genre 4', '+1 more']);
});

test('selected streaming services are saved together and update the summary', async () => {
  const sent = answer('POST /api/v1/user_medium_providers/update_all', services(8, [1, 2, 3, 4, 6]));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change streaming services' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Service 6' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent[0]?.body).toEqual({ medium_providers_ids: [1, 2, 3, 4, 6] });
  expect((await itemsOf('Your streaming services')).at(-1)).toBe('+1 more');
  screen.getByText('Streaming services saved.');
});

test.each([
  ['providers', 'Change streaming services', 'Unknown error trying to update providers'],
  ['genres', 'Change genres', 'Unknown error trying to update genres'],
] as const)(
  'the dialog stays and shows an error when the %s cannot be saved',
  async (_, button, sentence) => {
    const failure = { status: 500, error: 'internal_error' } as const;
    answer('POST /api/v1/user_medium_providers/update_all', failure);
    answer('POST /api/v1/user_medium_genres/update_all', failure);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText(sentence);
    screen.getByRole('dialog');
  },
);

test('Try again loads a summary that could not be loaded', async () => {
  open();
  let up = false;
  answer('GET /api/v1/user_medium_genres', () => (up ? genres(3, 0) : { status: 404, error: 'not_found' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  up = true;
  again.click();
  await screen.findByText('No genres chosen, so we recommend by your ratings only.');
});

test.each([
  ['Unavailable titles', { unavailable_titles: true }],
  ['Add tags while rating', { add_tags_while_rating: false }],
] as const)(
  'the setting %s is saved at once, and returns to the saved value when saving fails',
  async (name, change) => {
    let fails = false;
    const sent = answer('PUT /api/v1/user', () =>
      fails ? { status: 500, error: 'internal_error' } : { user: makeUser(change) },
    );
    const { user } = open();
    const control = await screen.findByRole<HTMLInputElement>('switch', { name });
    const before = control.checked;
    await user.click(control);
    expect(control.checked).toBe(!before);
    await waitFor(() => expect(sent[0]?.body).toEqual({ user: change }));
    fails = true;
    await user.click(control);
    await screen.findByText('Unknown error trying to update user');
    await waitFor(() => expect(control.checked).toBe(!before));
  },
);

test('the critical rating source is none by default and can be set to Metacritic', async () => {
  const sent = answer('PUT /api/v1/user', {
    user: makeUser({ critical_rating_source: 'metacritic' }),
  });
  const { user } = open();
  const group = within(await screen.findByRole('group', { name: 'Critical rating source' }));
  expect(group.getByRole<HTMLInputElement>('radio', { name: 'None' }).checked).toBe(true);
  await user.click(group.getByRole('radio', { name: 'Metacritic' }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ user: { critical_rating_source: 'metacritic' } }));
  expect(group.getByRole<HTMLInputElement>('radio', { name: 'Metacritic' }).checked).toBe(true);
});

test('Metacritic is not offered while no title has a score', async () => {
  open();
  answer('GET /api/v1/user_preferences', preferences('none'));
  await screen.findByText(/no critics’ scores yet/i);
  expect(screen.queryByRole('group', { name: 'Critical rating source' })).toBeNull();
});

test('the settings link to FAQ, contact, apps and legal pages', async () => {
  open();
  const links = within(await screen.findByRole('navigation', { name: 'Help and legal' }));
  expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/faq',
    '/contact',
    '/get_the_app',
    '/about',
    '/privacy',
    '/terms',
  ]);
});

test('the theme can be set, and reset to the theme of the device', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: 'Light' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
  await user.click(screen.getByRole('radio', { name: 'Same as this device' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('each notification is saved immediately, and the last change of a switch stays saved', async () => {
  const held = makeUser().notification_preferences;
  const sent = answer('PUT /api/v1/user', ({ body }) => {
    Object.assign(held, JSON.parse(JSON.stringify(body)).user.notification_preferences);
    return { user: makeUser({ notification_preferences: { ...held } }) };
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change notifications' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Email me when' }));
  const switches = dialog.getAllByRole<HTMLInputElement>('switch');
  expect(switches).toHaveLength(7);
  const [first, second] = switches;
  if (!first || !second) throw new Error('There are no switches.');
  await user.click(first);
  await user.click(second);
  await user.click(first);
  await waitFor(() => expect(sent).toHaveLength(3));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await screen.findByText('6 of 7 email notifications are on.');
  expect(held).toMatchObject({ shared_list: true, accepted_list: false });
});

test.each([
  ['a trial', {}, /Your free trial runs until December/, 'Choose a plan'],
  [
    'a plan',
    { subscribed: true, product_id: 'monthly', product_name: 'Monthly', subscription_processor: 'stripe' },
    'You are on Monthly.',
    'Change plan',
  ],
  [
    'a canceled plan',
    {
      subscribed: true,
      subscription_canceled: true,
      product_id: 'monthly',
      current_period_end: '2026-12-24T12:00:00.000Z',
    },
    'Your plan is canceled. You keep access until December 24, 2026.',
    'Resume your plan',
  ],
] as const)('the settings describe %s and link to the plans', async (_, part, sentence, link) => {
  open(part);
  await screen.findByText(sentence);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/plans');
});

test.each([
  ['apple', /managed by Apple/],
  ['google', /managed by Google/],
] as const)(
  'the settings show a plan bought from %s without a link to the plans',
  async (processor, sentence) => {
    open({
      subscribed: true,
      plan_read_only: true,
      subscription_processor: processor,
      product_id: 'monthly',
    });
    await screen.findByText(sentence);
    expect(screen.queryByRole('link', { name: /plan/i })).toBeNull();
  },
);

test('the settings show Manage when a payment is overdue, and the server’s error when Manage fails', async () => {
  answer('POST /api/v1/plans/manage', {
    status: 422,
    error: 'not_permitted',
    message: 'There is no subscription to manage.',
  });
  const { user } = open({ subscribed: true, subscription_status: 'past_due', product_id: 'monthly' });
  await user.click(await screen.findByRole('button', { name: 'Manage' }));
  await screen.findByText('There is no subscription to manage.');
});

test.each([
  ['201', { message: 'ok' }, 'Reset password requested successfully, please check your e-mail inbox.'],
  [
    '406',
    { status: 406, error: 'not_permitted' as const },
    'Reset password requested successfully, please check your e-mail inbox.',
  ],
  ['422', { status: 422, error: 'email_not_found' as const }, 'Email not found'],
  [
    '500',
    { status: 500, error: 'internal_error' as const },
    'Unknown error trying to request password reset',
  ],
])(
  'the settings show the result of a password reset that is answered with %s',
  async (_, reply, sentence) => {
    const sent = answer('POST /users/password', reply);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Reset password' }));
    await screen.findByText(sentence);
    expect(sent[0]?.body).toEqual({ user: { email: 'ada@example.com' } });
  },
);

test('all stored data is downloaded as a file', async () => {
  answer('GET /api/v1/user/export', { user: { email: 'ada@example.com' } });
  const files: unknown[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file);
    return 'blob:file';
  });
  const named = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Download all your data' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [file] = files;
  if (!(file instanceof File)) throw new Error('The download is not a File.');
  expect(file.name).toMatch(/^marquee-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await file.text())).toEqual({ user: { email: 'ada@example.com' } });
  expect(named).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('a setting that cannot be saved after a logout does not restore the session', async () => {
  let reply = (_: { status: 500; error: 'internal_error' }) => {};
  answer('PUT /api/v1/user', () => new Promise((resolve) => (reply = resolve)));
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  const { user, router } = open();
  await user.click(await screen.findByRole('switch', { name: 'Unavailable titles' }));
  await router.navigate('/logout');
  await waitFor(() => expect(readSession().state).toBe('visitor'));
  reply({ status: 500, error: 'internal_error' });
  await waitFor(() => expect(toastStore.read()?.tone).toBe('failure'));
  expect(readSession().state).toBe('visitor');
});

test('the mailed link to the monthly export asks for the password, and then saves the file', async () => {
  const code = '7-1764432000.c2ln';
  let isConfirmed = false;
  answer('POST /api/v1/users/password_confirmation', () => {
    isConfirmed = true;
    return { valid: true };
  });
  const asked = answer('GET /api/v1/user/export', () =>
    isConfirmed ? { user: {} } : { status: 422, error: 'password_needed' },
  );
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
  const { user } = open({}, `/settings?export=${code}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  await user.type(dialog.getByLabelText('Password'), 'popcorn4two');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(asked.map(({ url }) => url.searchParams.get('code'))).toEqual([code]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
