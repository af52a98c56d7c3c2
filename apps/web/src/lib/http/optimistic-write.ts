import { onLeave } from '#src/lib/screen/on-leave.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { queryClient } from './query-client.ts';
import { showFailure } from './show-failure.ts';

interface OptimisticWrite<T> {
  /** Writes of one scope are sent one after another, so that an older write never overwrites a newer write. */
  scope: string;
  /** Shows the change. The returned function reverts the change. */
  patch: () => () => void;
  save: () => Promise<T>;
  /** The toast that is shown at once. */
  done?: string;
  /** The toast that is shown after the server has saved the change. */
  saved?: string;
  /** Adds Undo to the toast. Undo waits for the first save and then saves the opposite. */
  undo?: { save: (saved: T) => Promise<unknown>; failure: string };
  /** The toast of a failure without a message of the server. If this text is missing, the error is thrown. */
  failure?: string;
  /** Called after each save, whether it succeeded or failed. */
  settled?: () => void;
}

/** The end of the last write of each scope. */
const lastOf = new Map<string, Promise<unknown>>();

/** Waits for the earlier writes of a scope. A page that is left sends what waits at once, or it would be lost. */
async function takeTurn(earlier: Promise<unknown>): Promise<void> {
  const left = Promise.withResolvers<void>();
  const stop = onLeave(left.resolve);
  await Promise.race([earlier, left.promise]);
  stop();
}

/**
 * Sends a write in its scope. Uses a mutation outside React, because most writes continue after the component
 * that started the write is removed.
 */
function send<T>(scope: string, save: () => Promise<T>): Promise<T> {
  const earlier = lastOf.get(scope);
  const mutationFn = async () => {
    if (earlier) await takeTurn(earlier);
    return save();
  };
  const sending = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn, mutationKey: [scope] })
    .execute(undefined);
  const end = Promise.allSettled([earlier, sending]).then(() => {
    if (lastOf.get(scope) === end) lastOf.delete(scope);
  });
  lastOf.set(scope, end);
  return sending;
}

/** Returns whether a write of the scope waits or is being saved. */
export const isSaving = (scope: string): boolean => queryClient.isMutating({ mutationKey: [scope] }) > 0;

/**
 * Shows a change at once and saves it. A failure reverts the change.
 * @returns null when a toast reports the failure
 */
export async function writeOptimistically<T>(write: OptimisticWrite<T>): Promise<T | null> {
  const { scope, patch, save, done, saved, undo, failure, settled } = write;
  let restore = patch();
  const saving = send(scope, save);
  const takeBack = async (how: NonNullable<typeof undo>) => {
    restore();
    try {
      const result = await saving;
      await send(scope, () => how.save(result));
    } catch (error) {
      restore = patch();
      showFailure(error, how.failure);
    }
    settled?.();
  };
  const announce = (text: string) => showToast(text, undo ? { undo: () => void takeBack(undo) } : {});
  if (done !== undefined) announce(done);
  try {
    const result = await saving;
    if (saved !== undefined) announce(saved);
    return result;
  } catch (error) {
    restore();
    if (failure === undefined) throw error;
    showFailure(error, failure);
    return null;
  } finally {
    settled?.();
  }
}
