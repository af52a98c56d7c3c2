import { useEffect } from 'react';
import { readSession, setUser, useSession } from '#src/lib/session/session.ts';
import { updateUser } from './api.ts';

/** Tells the server the time zone of this browser, once, unless the member has one. Settings can change it. */
export function useTellTimeZone(isSettled: boolean): void {
  const { user } = useSession();
  const isAsked = isSettled && user !== null && user.time_zone === null;
  useEffect(() => {
    if (!isAsked) return;
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    updateUser({ time_zone }).then(
      (saved) => {
        const { user: now } = readSession();
        if (now?.id === saved.id) setUser({ ...now, time_zone: saved.time_zone });
      },
      (error: unknown) => {
        // Days are those of UTC until the next visit. A session that has ended meanwhile is no failure of this call.
        if (readSession().user !== null) console.error('The time zone could not be saved.', error);
      },
    );
  }, [isAsked]);
}
