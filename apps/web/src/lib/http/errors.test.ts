import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { server } from '../../../test/server.ts';
import { api } from './api.ts';
import { messageOf, plainMessageOf } from './errors.ts';

const FALLBACK = 'Unknown error trying to send feedback';

async function failWith(reply: Response): Promise<unknown> {
  server.use(http.post('*/api/v1/feedback', () => reply));
  try {
    await api('POST /api/v1/feedback', { body: { feedback: { content: 'Hello' } } });
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail');
}

it.each([
  ['its message', { error: 'not_permitted', message: 'You may not.' }, 'You may not.'],
  ['its error, without a message', { error: 'You may not do this' }, 'You may not do this'],
  ['its error, with an empty message', { error: 'You may not do this', message: '' }, 'You may not do this'],
  ['the fallback, without both', {}, FALLBACK],
  ['the fallback, for a body that is no object', null, FALLBACK],
])('a refused call shows %s', async (_, body, shown) => {
  const error = await failWith(HttpResponse.json(body, { status: 422 }));
  expect(messageOf(error, FALLBACK)).toBe(shown);
});

it('a reply that is a page of a proxy shows the fallback, or its status where there is none', async () => {
  const error = await failWith(new HttpResponse('<h1>Bad gateway</h1>', { status: 502 }));
  expect(messageOf(error, FALLBACK)).toBe(FALLBACK);
  expect(plainMessageOf(error)).toBe('The server answered 502. Please try again.');
});
