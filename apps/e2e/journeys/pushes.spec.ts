// The service worker shows what the server pushes while the app is closed, and nothing while it is open. A click opens what the
// message speaks of.
import type { CDPSession, Page, Worker } from 'playwright/test';
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

/**
 * Notes what the worker shows and opens, because a browser without a screen has no place for it, and lets the worker come to
 * the fore, as it may after the click of a person.
 */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const [shown, opened]: [unknown[], string[]] = [[], []];
    Object.assign(globalThis, { shown, opened });
    const replace = (prototype: object, name: string, value: unknown) =>
      Object.defineProperty(prototype, name, { value });
    replace(
      Object.getPrototypeOf(Reflect.get(globalThis, 'registration')),
      'showNotification',
      async (title: string, { body, tag, data }: NotificationOptions) => {
        shown.push({ title, body, tag, path: data });
      },
    );
    replace(Reflect.get(globalThis, 'WindowClient').prototype, 'focus', async function (this: object) {
      return this;
    });
    replace(Reflect.get(globalThis, 'Clients').prototype, 'openWindow', async (href: string) => {
      opened.push(href);
    });
  });

/** Opens the app, and returns its service worker and a function that delivers a push to it. */
async function startWorker(page: Page, origin: string) {
  const context = page.context();
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
  return { worker, deliver };
}

const noted = (worker: Worker, what: 'shown' | 'opened') =>
  worker.evaluate((name) => Reflect.get(globalThis, name), what);

/** Clicks what the worker has shown last, by the event that the browser sends then. */
const click = (worker: Worker) =>
  worker.evaluate(async () => {
    const { path } = Reflect.get(globalThis, 'shown').at(-1);
    const works: Promise<unknown>[] = [];
    const event = Object.assign(new Event('notificationclick'), {
      notification: { data: path, close: () => undefined },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    });
    globalThis.dispatchEvent(event);
    await Promise.all(works);
  });

test('a push is shown while the app is closed, and not while it is open', async ({
  page,
  origin,
  signedIn: _,
}) => {
  const { worker, deliver } = await startWorker(page, origin);
  await deliver({ ...MESSAGE, tag: 'while the app is open' });
  await page.goto('about:blank');
  await deliver(MESSAGE);
  await expect.poll(() => noted(worker, 'shown')).toEqual([MESSAGE]);
});

test('a click on a message opens what it speaks of, in the window of the app if there is one', async ({
  page,
  origin,
  signedIn: _,
}) => {
  const { worker, deliver } = await startWorker(page, origin);
  await page.goto('about:blank');
  await deliver(MESSAGE);
  await expect.poll(() => noted(worker, 'shown')).toHaveLength(1);
  await click(worker);
  expect(await noted(worker, 'opened')).toEqual([`${origin}${MESSAGE.path}`]);

  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await click(worker);
  await expect(page).toHaveURL(MESSAGE.path);
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await noted(worker, 'opened')).toHaveLength(1);
});
