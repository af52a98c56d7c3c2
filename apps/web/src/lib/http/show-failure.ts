import { showToast } from '#src/lib/screen/toast.ts';
import { messageOf } from './errors.ts';

/** Shows a toast for a failed call: what the server says, or `fallback`. */
export function showFailure(error: unknown, fallback = 'We could not save this. Please try again.'): void {
  showToast(messageOf(error, fallback), { tone: 'failure' });
}
