import { showToast } from '#src/lib/screen/toast.ts';
import { messageOf } from './errors.ts';
import { queryClient } from './query-client.ts';

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

/**
 * Sends a write in its scope. Uses a mutation outside React, because most writes continue after the component
 * that started the write is removed.
 */
function send<T>(scope: string, mutationFn: () => Promise<T>): Promise<T> {
  return queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn, scope: { id: scope } })
    .execute(undefined);
}

const showFailure = (error: unknown, fallback: string) =>
  showToast(messageOf(error, fallback), { tone: 'failure' });

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
