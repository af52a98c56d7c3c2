import { TasteGroupInput } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { titles } from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser } from '../../../test/server.ts';
import { makeTaste } from '../../../test/taste.ts';
import type { TasteGroup } from './save-group.ts';

const korean: TasteGroup = { id: 1, name: 'Korean dramas', dismissed: false, media: titles([1, 2]) };
const thrillers: TasteGroup = { id: 3, name: 'Thrillers', dismissed: false, media: titles([3]) };
const reply = (...groups: TasteGroup[]) => makeTaste({ groups }, { ratings: 8, average: 9 });

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
});

async function open(...groups: TasteGroup[]) {
  const asked = answer('GET /api/v1/taste', reply(...groups));
  const { user } = renderApp('/rating/taste');
  const tastes = within(await screen.findByRole('region', { name: 'Your tastes' }));
  return { user, tastes, asked };
}

it('Your taste shows each of several tastes with its titles', async () => {
  const { tastes } = await open(korean, thrillers);
  const names = tastes.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Korean dramas', 'Thrillers']);
  const posters = within(tastes.getByRole('list', { name: 'Titles of Korean dramas' })).getAllByRole('img');
  expect(posters.map((poster) => poster.getAttribute('alt'))).toEqual(['Title 1', 'Title 2']);
});

it('Your taste has no section for a member with one taste', async () => {
  answer('GET /api/v1/taste', reply());
  renderApp('/rating/taste');
  await screen.findByText(/^Based on your 8 ratings/);
  expect(screen.queryByRole('region', { name: 'Your tastes' })).toBeNull();
});

it('a new name is saved, and the dialog closes', async () => {
  const { user, tastes } = await open(korean, thrillers);
  const saved = answer(
    'PATCH /api/v1/taste/groups/{id}',
    reply({ ...korean, name: 'Mum’s evenings' }, thrillers),
  );
  await user.click(tastes.getByRole('button', { name: 'Rename Korean dramas' }));
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(field).toHaveProperty('value', 'Korean dramas');
  await user.clear(field);
  await user.type(field, ' Mum’s evenings {Enter}');
  await tastes.findByRole('heading', { name: 'Mum’s evenings' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(saved.map(({ body, url }) => [url.pathname, body])).toEqual([
    ['/api/v1/taste/groups/1', { name: 'Mum’s evenings' }],
  ]);
});

it('an empty name asks for the name that the titles give the taste', async () => {
  const { user, tastes } = await open({ ...korean, name: 'Mum’s evenings' }, thrillers);
  const saved = answer('PATCH /api/v1/taste/groups/{id}', reply(korean, thrillers));
  await user.click(tastes.getByRole('button', { name: 'Rename Mum’s evenings' }));
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await tastes.findByRole('heading', { name: 'Korean dramas' });
  expect(saved.map(({ body }) => body)).toEqual([{ name: null }]);
});

it('a name that the server refuses stays in the dialog with what the server says', async () => {
  const { user, tastes } = await open(korean, thrillers);
  answer('PATCH /api/v1/taste/groups/{id}', {
    status: 422,
    error: 'invalid',
    errors: { name: ['Please name this taste'] },
  });
  await user.click(tastes.getByRole('button', { name: 'Rename Korean dramas' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '!{Enter}');
  await screen.findByText('Please name this taste');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Korean dramas!');
});

it('“Not me” dismisses a taste at once, and Undo takes it back', async () => {
  const { user, tastes } = await open(korean, thrillers);
  const saved = answer('PATCH /api/v1/taste/groups/{id}', ({ body }) =>
    reply({ ...korean, dismissed: TasteGroupInput.parse(body).dismissed ?? false }, thrillers),
  );
  await user.click(tastes.getByRole('button', { name: 'Not me: Korean dramas' }));
  tastes.getByRole('button', { name: 'It is me after all: Korean dramas' });
  expect(tastes.queryByRole('list', { name: 'Titles of Korean dramas' })).toBeNull();
  await screen.findByText('“Korean dramas” counts less from now on.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await tastes.findByRole('list', { name: 'Titles of Korean dramas' });
  await waitFor(() =>
    expect(saved.map(({ body }) => body)).toEqual([{ dismissed: true }, { dismissed: false }]),
  );
});

it('a dismissed taste stays, and comes back with its own button', async () => {
  const { user, tastes } = await open(thrillers, { ...korean, dismissed: true });
  answer('PATCH /api/v1/taste/groups/{id}', reply(korean, thrillers));
  await user.click(tastes.getByRole('button', { name: 'It is me after all: Korean dramas' }));
  await screen.findByText('“Korean dramas” counts in full again.');
  tastes.getByRole('button', { name: 'Not me: Korean dramas' });
});

it('a taste that could not be dismissed is shown as before, with the reason', async () => {
  const { user, tastes } = await open(korean, thrillers);
  answer('PATCH /api/v1/taste/groups/{id}', {
    status: 404,
    error: 'not_found',
    message: 'This taste has changed. Please load the page again.',
  });
  await user.click(tastes.getByRole('button', { name: 'Not me: Korean dramas' }));
  await screen.findByText('This taste has changed. Please load the page again.');
  tastes.getByRole('button', { name: 'Not me: Korean dramas' });
});

it('what is recommended is fetched again after a taste was dismissed', async () => {
  const rows = answer('GET /api/v2/media', () => ({
    media: [],
    grouped_media: [],
    person: null,
    pagination: { current_page: 1, has_more: false, page_count: 0, total_count: 0 },
  }));
  answer('GET /api/v1/taste', reply(korean, thrillers));
  answer('PATCH /api/v1/taste/groups/{id}', reply({ ...korean, dismissed: true }, thrillers));
  const { user, router } = renderApp('/discover');
  await waitFor(() => expect(rows).toHaveLength(1));
  expect(rows[0]?.url.searchParams.get('taste_rows')).toBe('true');
  await router.navigate('/rating/taste');
  await user.click(await screen.findByRole('button', { name: 'Not me: Korean dramas' }));
  await screen.findByText('“Korean dramas” counts less from now on.');
  await router.navigate('/discover');
  await waitFor(() => expect(rows).toHaveLength(2));
});
