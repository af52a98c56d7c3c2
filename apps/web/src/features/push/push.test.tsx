import type { User } from '@marquee/contracts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { answer, makeUser } from '../../../test/server.ts';

const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const subscription = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } };
const EPISODE = 'An episode of a series that I watch is out';

/** A browser that takes pushes, in which the member answers the question in this way. */
function stubBrowser(answered: NotificationPermission) {
  let isSubscribed = false;
  const unsubscribe = vi.fn(async () => {
    isSubscribed = false;
    return true;
  });
  const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) => {
    isSubscribed = true;
    return { toJSON: () => subscription };
  });
  const getSubscription = async () =>
    isSubscribed ? { endpoint: subscription.endpoint, unsubscribe } : null;
  const requestPermission = vi.fn(async () => answered);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve({ pushManager: { subscribe, getSubscription } }),
      register: async () => undefined,
    },
  });
  return { subscribe, unsubscribe, requestPermission };
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(globalThis, 'PushManager');
  Reflect.deleteProperty(globalThis, 'Notification');
});

async function openSettings(publicKey: string | null, on: Partial<User['push_preferences']> = {}) {
  const off = { episode: false, saved: false, invitation: false, round: false };
  answer('GET /api/v1/user_medium_genres', { age_ratings: [], user_medium_genres: [] });
  answer('GET /api/v1/user_preferences', {
    user_preferences: makeUser().preferences,
    critical_rating_sources: ['none'],
  });
  answer('GET /api/v1/push', { public_key: publicKey });
  const subscribed = answer('PUT /api/v1/push', null);
  const forgotten = answer('DELETE /api/v1/push', null);
  const saved = answer('PUT /api/v1/user', ({ body }) => ({
    user: makeUser({
      push_preferences: { ...off, ...Object(body).user.push_preferences },
      quiet_hours: { from: '22:00', to: '08:00' },
    }),
  }));
  startSession(makeUser({ push_preferences: { ...off, ...on } }));
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Change notifications' }));
  return { user, subscribed, forgotten, saved };
}

test('the first kind that a member switches on asks the browser, subscribes it and begins the night', async () => {
  const { subscribe, requestPermission } = stubBrowser('granted');
  const { user, subscribed, saved } = await openSettings(KEY);
  const box = await screen.findByRole('switch', { name: EPISODE });
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(box);
  await screen.findByLabelText('From');
  expect(subscribe.mock.calls[0]?.[0]).toMatchObject({ userVisibleOnly: true });
  expect(subscribed.map(({ body }) => body)).toEqual([{ subscription }]);
  expect(saved.map(({ body }) => body)).toEqual([{ user: { push_preferences: { episode: true } } }]);
});

test('a member sees that another device is told and not this one, and turns this one on and off', async () => {
  stubBrowser('granted');
  const { user, subscribed, forgotten, saved } = await openSettings(KEY, { episode: true });
  const device = await screen.findByRole('switch', { name: 'On this device' });
  expect(device).toHaveProperty('checked', false);
  await user.click(device);
  await waitFor(() => expect(device).toHaveProperty('checked', true));
  expect(subscribed.map(({ body }) => body)).toEqual([{ subscription }]);
  await user.click(device);
  await waitFor(() => expect(device).toHaveProperty('checked', false));
  expect(forgotten.map(({ body }) => body)).toEqual([{ endpoint: subscription.endpoint }]);
  expect(saved).toEqual([]);
});

test('this browser is forgotten after the last kind is switched off', async () => {
  const { unsubscribe } = stubBrowser('granted');
  const { user, forgotten } = await openSettings(KEY);
  const box = await screen.findByRole('switch', { name: EPISODE });
  await user.click(box);
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'On this device' })).toHaveProperty('checked', true),
  );
  await user.click(box);
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  expect(forgotten.map(({ body }) => body)).toEqual([{ endpoint: subscription.endpoint }]);
});

test('a kind stays off when the browser does not allow notifications, and the dialog says what to do', async () => {
  stubBrowser('denied');
  const { user, subscribed, saved } = await openSettings(KEY);
  await user.click(await screen.findByRole('switch', { name: EPISODE }));
  await screen.findByText(/This browser does not allow Marquee to show notifications/);
  await waitFor(() => expect(screen.getByRole('switch', { name: EPISODE })).toHaveProperty('checked', false));
  expect([subscribed, saved]).toEqual([[], []]);
});

test('nothing is offered where the server sends no pushes', async () => {
  stubBrowser('granted');
  await openSettings(null);
  await screen.findByRole('heading', { name: 'Once a week' });
  expect(screen.queryByRole('switch', { name: EPISODE })).toBeNull();
});
