import type { PushMessage } from '@marquee/contracts';

declare const self: ServiceWorkerGlobalScope;

const windows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a message, unless the app is in sight: then its screens tell the same. */
async function show(data: PushMessageData | null): Promise<void> {
  if (!data || (await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, body, path, tag }: PushMessage = data.json();
  await self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path });
}

/** Opens what a message speaks of, in a window of the app if there is one. */
async function open(path: unknown): Promise<void> {
  const { href, origin } = new URL(String(path), self.location.origin);
  if (origin !== self.location.origin) return;
  const [first] = await windows();
  try {
    await (await first?.focus())?.navigate(href);
    if (first) return;
  } catch {
    // A window that another worker controls cannot be led anywhere, so a new one opens.
  }
  await self.clients.openWindow(href);
}

/** Makes the service worker take pushes of the server (docs/product.md#pushes). */
export function receivePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}
