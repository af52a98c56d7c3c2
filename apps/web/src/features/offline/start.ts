import { keepLists } from './keep-lists.ts';

/** Whether `startOffline` has run, because a second login in the same page must not save every list twice. */
let started = false;

/**
 * Registers the service worker and saves the lists that the member sees. The frame loads this module after the first
 * screen.
 */
export function startOffline(): void {
  if (started) return;
  started = true;
  keepLists();
  // `serviceWorker` is undefined on an insecure origin.
  navigator.serviceWorker
    ?.register('/service-worker.js')
    .catch((error: unknown) => console.error('The service worker could not be registered.', error));
}
