// The service worker shows what the server pushes while the app is closed, and nothing while it is open.
import type { CDPSession, Worker } from 'playwright/test';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const MESSAGE = {
  title: 'Severance',
  body: 'Season 2, episode 3 is out today.',
  path: '/discover/media/7',
  tag: 'title 7',
};

/** Returns the id of the registration of the service worker, as the debugging protocol names it. */
async function findRegistration(client: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  return found;
}

/** Notes what the worker shows, because a browser without a screen has no place for it. */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    Object.defineProperty(
      Object.getPrototypeOf(Reflect.get(globalThis, 'registration')),
      'showNotification',
      {
        value: async (title: string, { body, tag, data }: NotificationOptions) => {
          shown.push({ title, body, tag, path: data });
        },
      },
    );
  });
const shownBy = (worker: Worker) => worker.evaluate(() => Reflect.get(globalThis, 'shown'));

test('a push is shown while the app is closed, and not while it is open', async ({
  page,
  context,
  origin,
  signedIn: _,
}) => {
  const starting = context.waitForEvent('serviceworker');
  await page.goto('/settings');
  const worker = await starting;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await watch(worker);
  const client = await context.newCDPSession(page);
  const registrationId = await findRegistration(client, origin);
  const deliver = (message: object) =>
    client.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    });

  await deliver({ ...MESSAGE, tag: 'while the app is open' });
  await page.goto('about:blank');
  await deliver(MESSAGE);
  await expect.poll(() => shownBy(worker)).toEqual([MESSAGE]);
});
