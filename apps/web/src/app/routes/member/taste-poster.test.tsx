import type { TastePosterReply } from '@marquee/contracts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';

const poster = {
  name: 'Ada',
  of_year: null,
  groups: ['Korean dramas', '1970s paranoia'],
  year: 2026,
  loved: [{ id: 1, title: 'My Mister', release_year: 2018 }],
  surprising: [{ id: 2, title: 'Die Hard', release_year: 1988 }],
};
const PICTURE = 'data:image/jpeg;base64,/9j/2Q==';
const URL_OF_LINK = 'https://marquee.example/taste/poster/abc';
const reply = (link: TastePosterReply['link']): TastePosterReply => ({
  poster: { ...poster, picture: PICTURE },
  link,
});

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
});

it('shows the picture with its words, saves it, and makes and takes back its link', async () => {
  arriveWithToken('token-of-a-member');
  answer('GET /api/v1/taste/poster', reply(null));
  const { user } = renderApp('/taste/poster');
  await screen.findByRole('img', {
    name: 'Ada’s taste. Likes: Korean dramas and 1970s paranoia. Loved in 2026: My Mister. A surprise: Die Hard.',
  });
  const save = screen.getByRole('link', { name: 'Save picture' });
  expect([save.getAttribute('href'), save.getAttribute('download')]).toEqual([PICTURE, 'my-taste.jpg']);

  const made = answer('POST /api/v1/taste/poster/link', { url: URL_OF_LINK });
  answer('GET /api/v1/taste/poster', reply({ url: URL_OF_LINK, created_at: '2026-11-28T12:00:00.000Z' }));
  await user.click(screen.getByRole('button', { name: 'Make a link' }));
  await screen.findByText(URL_OF_LINK);
  expect(made).toHaveLength(1);

  const ended = answer('DELETE /api/v1/taste/poster/link', null);
  answer('GET /api/v1/taste/poster', reply(null));
  await user.click(screen.getByRole('button', { name: 'Take the link back' }));
  await screen.findByRole('button', { name: 'Make a link' });
  expect(ended).toHaveLength(1);
  expect(screen.queryByText(URL_OF_LINK)).toBeNull();
});

it('leads to the wall before there is something to show', async () => {
  arriveWithToken('token-of-a-member');
  answer('GET /api/v1/taste/poster', { poster: null, link: null });
  renderApp('/taste/poster');
  const link = await screen.findByRole('link', { name: 'Rate some titles' });
  expect(link).toHaveProperty('pathname', '/welcome/rate');
});

it('shows a visitor the poster of a link, and the way to one of their own', async () => {
  answer('GET /api/v1/taste/posters/{code}', { poster: { ...poster, picture_url: '/images/taste/abc.jpg' } });
  renderApp('/taste/poster/abc');
  await screen.findByRole('heading', { level: 1, name: 'Ada’s taste' });
  const link = screen.getByRole('link', { name: 'Make your own' });
  expect(link).toHaveProperty('pathname', '/register');
});
