import { onSessionEnd } from '#src/lib/session/session.ts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';

const KEY = 'up_next';

onSessionEnd(() => writeStored(KEY, null));

/** Whether Up next held something at the last visit, so that Discover keeps its place free while it loads. */
export const hadUpNext = (): boolean => readStored(KEY) !== null;

export function noteUpNext(hasSome: boolean): void {
  if (hasSome !== hadUpNext()) writeStored(KEY, hasSome ? 'some' : null);
}
