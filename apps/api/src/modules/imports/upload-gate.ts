import { IMPORT_FILE_BYTES } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

/**
 * What all uploads of a process may hold together. Temporary files are memory where `/tmp` is one, as in our Compose file.
 * Accounts without a proven address get half of both, so that strangers leave room for a member's largest file.
 */
const WHOLE = { places: 4, bytes: 128 * 2 ** 20 };
const HALF = { places: WHOLE.places / 2, bytes: WHOLE.bytes / 2 };

const RETRY_AFTER_S = 10;
const ONE_AT_A_TIME = 'Another upload of yours is still arriving. Please wait until it is done.';
const FULL = 'Many files are being uploaded at the moment. Please try again in a moment.';

interface Held {
  userId: number;
  isProven: boolean;
  bytes: number;
}

/**
 * Decides before the body of an upload is read whether there is room for it: one upload of a user at a time, and of all users
 * as many as `WHOLE` and `HALF` say.
 */
export function createUploadGate() {
  const held = new Set<Held>();

  function hasRoom(uploads: readonly Held[], { places, bytes }: typeof WHOLE): boolean {
    return uploads.length <= places && uploads.reduce((sum, each) => sum + each.bytes, 0) <= bytes;
  }

  return {
    /**
     * Takes a place. Call the returned function when the temporary file is gone.
     * @param declared the Content-Length, which Node lets no body exceed, or null for a body that does not say its length.
     * @throws AppError too_many_requests
     */
    enter({ userId, isProven }: Omit<Held, 'bytes'>, declared: number | null): () => void {
      const upload = { userId, isProven, bytes: Math.min(declared ?? IMPORT_FILE_BYTES, IMPORT_FILE_BYTES) };
      const all = [...held, upload];
      const isOnly = !all.some((each) => each !== upload && each.userId === userId);
      const unproven = all.filter((each) => !each.isProven);
      if (!isOnly || !hasRoom(all, WHOLE) || (!isProven && !hasRoom(unproven, HALF)))
        throw new AppError('too_many_requests', {
          message: isOnly ? FULL : ONE_AT_A_TIME,
          retryAfter: RETRY_AFTER_S,
        });
      held.add(upload);
      return () => void held.delete(upload);
    },
  };
}
