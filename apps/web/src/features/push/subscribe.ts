import type { User } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#src/lib/http/query-client.ts';
import { deletePush, pushKeyQuery, savePush } from './api.ts';

/** Returns whether this browser can take pushes. On an iPhone it can once the app is on the home screen. */
export const canSubscribe = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Safari does not take the key as text. */
function toBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Subscribes this browser, which must be allowed to show notifications, and tells the server where it takes pushes. */
async function subscribe(publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(publicKey) };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // A subscription with another key of the server must end first.
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint && keys?.p256dh && keys.auth)
    await savePush(endpoint, { p256dh: keys.p256dh, auth: keys.auth });
}

/** Asks to show notifications, and subscribes. @returns false when the member did not allow it. */
export async function askAndSubscribe(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(publicKey);
  return true;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready;
  return pushManager.getSubscription();
}

/** Whether this browser is told. The kinds of which a member is told hold for all browsers of the member. */
export const isSubscribedQuery = queryOptions({
  queryKey: ['isSubscribed'],
  queryFn: async () => (await findSubscription()) !== null,
});

/** Ends the subscription of this browser, at the server first, because the browser forgets the endpoint. */
export async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await deletePush(subscription.endpoint);
  await subscription.unsubscribe();
}

/**
 * Sends the subscription of this browser again after each login, because it ended with the session before. Asks nothing, and
 * leaves a browser alone in which the member ended it.
 */
export async function keepSubscribed({ push_preferences }: User): Promise<void> {
  const isWanted = Object.values(push_preferences).includes(true);
  if (!isWanted || !canSubscribe() || Notification.permission !== 'granted') return;
  if (!(await findSubscription())) return;
  const publicKey = await queryClient.fetchQuery(pushKeyQuery);
  if (publicKey !== null) await subscribe(publicKey);
}
