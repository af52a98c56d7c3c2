import type { PushMessage, SavePushSubscription } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { FastifyBaseLogger } from 'fastify';
import type { PushService as PushClient, PushTarget } from '#src/clients/push-service.ts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { JobPayload } from '#src/jobs/definitions.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { MailFactsRepository } from '#src/mail/mail-facts.repository.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { EVENING_SUBJECT, type EveningTitle, type PushRepository } from './push.repository.ts';
import { eveningFrom, quietMinutes, timeIn } from './quiet-hours.ts';

type Push = JobPayload<'push'>;

interface Repos {
  push: PushRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  mailFacts: Pick<MailFactsRepository, 'findRoundInvitation'>;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<{
    push: PushRepository;
    outbox: Pick<OutboxRepository, 'add'>;
    accounts: Pick<AccountsRepository, 'lock' | 'isTokenEnded'>;
  }>;
  users: Pick<UserCache, 'findAccess'>;
  pushClient: PushClient;
  log: FastifyBaseLogger;
}

const BATCH = 500;
/** Of so many titles a user is told on an evening. The last push says how many there are more. */
const EVENING_MAX = 5;
const MINUTE_MS = 60_000;
const COLUMNS = {
  episode: 'pushEpisode',
  saved: 'pushSaved',
  invitation: 'pushInvitation',
  round: 'pushRound',
} as const;

const titlePath = (mediaId: number): string => screenAddress(paths.discoverTitle, { mediaId });

const quietHoursOf = ({ quietFrom, quietTo }: { quietFrom: string | null; quietTo: string | null }) =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };

/** Returns each title once, and of the episodes those that air on the day in the zone of the user. */
function ofDay(titles: readonly EveningTitle[], timeZone: string | null, day: string): EveningTitle[] {
  const isOfDay = ({ what, airAt, airDate }: EveningTitle): boolean =>
    what !== 'episode' || (airAt === null ? airDate : dayIn(timeZone, airAt)) === day;
  const byTitle = Map.groupBy(titles.filter(isOfDay), ({ mediumId }) => mediumId);
  return [...byTitle.values()].flatMap((each) => each.slice(0, 1));
}

function sentenceOf({ what, provider, season, episode }: EveningTitle): string {
  if (what === 'episode') return `Season ${season}, episode ${episode} is out today.`;
  return what === 'leaving' ? `Leaves ${provider} in three days.` : `New on ${provider}.`;
}

/** What a push is about. Of one subject nothing is told twice on a day. */
function subjectOf(push: Push): string {
  if (push.kind === 'invitation') return `invitation ${push.shareId}`;
  return push.kind === 'round' ? `round ${push.roundId}` : `title ${push.mediumId}`;
}

/** Keeps the browsers of users, and tells them what matters while the app is closed. */
export function createPushService(deps: Dependencies) {
  const { repos, withTransaction, users, pushClient, log } = deps;

  /** Writes the message as things are now, or returns null when its reason is gone. */
  async function write(
    userId: number,
    push: Push,
    { timeZone, day }: { timeZone: string | null; day: string },
  ): Promise<Omit<PushMessage, 'tag'> | null> {
    if (push.kind === 'invitation') {
      const found = await repos.push.findInvitation(push.shareId, userId);
      if (!found) return null;
      const title = `${found.invitedBy?.displayName ?? 'Somebody'} shares a list with you`;
      return { title, body: found.list.name, path: screenAddress(paths.acceptList, { code: found.code }) };
    }
    if (push.kind === 'round') {
      const round = await repos.mailFacts.findRoundInvitation(push.roundId, userId);
      if (!round) return null;
      const path = screenAddress(paths.round, { code: round.code });
      return { title: `${round.hostName} is choosing a title`, body: 'Join the round.', path };
    }
    // The title may be seen, dropped or no longer saved since then, and after the quiet hours its day has passed.
    const [found] = ofDay(await repos.push.listEvening(userId, day, push.mediumId), timeZone, day);
    if (!found) return null;
    const body = sentenceOf(found) + (push.more > 0 ? ` And ${push.more} more.` : '');
    return { title: found.title, body, path: titlePath(found.mediumId) };
  }

  /** Sends to each browser of the user. @returns how many took it, and how many could not be reached. */
  async function sendToAll(userId: number, message: PushMessage): Promise<{ sent: number; failed: number }> {
    const count = { sent: 0, failed: 0 };
    async function sendTo(target: PushTarget): Promise<void> {
      try {
        const outcome = await pushClient.send(target, JSON.stringify(message));
        if (outcome === 'gone') await repos.push.delete(userId, target.endpoint);
        else if (outcome === 'sent') count.sent += 1;
        else count.failed += 1;
      } catch (err) {
        count.failed += 1;
        // The endpoint is a secret of the browser, so only the host may be named.
        log.warn({ err, host: new URL(target.endpoint).host, userId }, 'a push could not be sent');
      }
    }
    // Side by side, so that a slow service delays no other browser.
    await Promise.all((await repos.push.listTargets(userId)).map(sendTo));
    return count;
  }

  return {
    getKey: (): { public_key: string | null } => ({ public_key: pushClient.publicKey }),

    /** @throws AppError invalid for a key that is no point of the curve, and for an address where no push service can be. */
    async save(caller: Caller, { subscription }: SavePushSubscription): Promise<void> {
      const { endpoint, keys } = subscription;
      if (!pushClient.isKey(keys.p256dh)) throw fieldError('p256dh', 'P256dh is invalid');
      if (!(await pushClient.mayUse(endpoint)))
        throw fieldError('endpoint', 'This is no address of a push service');
      const session = { tokenHash: hashToken(caller.token), endsAt: caller.expiresAt };
      await withTransaction(async (tx) => {
        const { tokenVersion } = await tx.accounts.lock(caller.userId);
        // The session may have ended during the look-up, and its end forgets subscriptions only once.
        if (tokenVersion !== caller.tokenVersion || (await tx.accounts.isTokenEnded(session.tokenHash)))
          throw new AppError('unauthorized');
        await tx.push.save(caller.userId, { endpoint, ...keys }, session);
      }, `user ${caller.userId}`);
    },

    delete: ({ userId }: Ctx, endpoint: string): Promise<void> => repos.push.delete(userId, endpoint),

    /**
     * Sends one push, after the quiet hours and at most once a day of its subject.
     * @throws when no browser could be reached, so that the job is tried again.
     */
    async send(userId: number, push: Push): Promise<void> {
      const settings = await repos.push.findSettings(userId);
      const access = await users.findAccess(userId);
      if (!settings?.[COLUMNS[push.kind]] || !access || access.disabled || access.memberUntil <= Date.now())
        return;
      const { timeZone } = settings;
      const now = new Date();
      const hours = quietHoursOf(settings);
      const quiet = hours ? quietMinutes(hours, timeIn(timeZone, now)) : 0;
      if (quiet > 0) {
        const availableAt = new Date(now.getTime() + quiet * MINUTE_MS);
        await repos.outbox.add({
          kind: 'push',
          userId,
          payload: push,
          availableAt,
          dedupeKey: `push ${userId} ${subjectOf(push)}`,
        });
        return;
      }
      const [subject, day] = [subjectOf(push), dayIn(timeZone, now)];
      const written = await write(userId, push, { timeZone, day });
      if (!written) return;
      if (!(await repos.push.claim(userId, subject, day))) return;
      const { sent, failed } = await sendToAll(userId, { ...written, tag: subject });
      if (sent > 0 || failed === 0) return;
      await repos.push.release(userId, subject, day);
      throw new Error('no browser of the user could be reached');
    },

    /** Queues what the evening brings, for each user whose evening has begun. A repeat queues nothing twice. */
    async queueEvening(signal?: AbortSignal): Promise<void> {
      if (pushClient.publicKey === null) return;
      for (let after = 0; ; ) {
        signal?.throwIfAborted();
        const found = await repos.push.listEveningUsers(after, BATCH);
        for (const user of found) {
          const { id, timeZone } = user;
          const now = new Date();
          const day = dayIn(timeZone, now);
          if (timeIn(timeZone, now) < eveningFrom(quietHoursOf(user))) continue;
          await withTransaction(async (tx) => {
            if (!(await tx.push.claim(id, EVENING_SUBJECT, day))) return;
            const titles = ofDay(await tx.push.listEvening(id, day), timeZone, day);
            const pushes = titles.slice(0, EVENING_MAX).map(({ what, mediumId }, at): Push => {
              const more = at === EVENING_MAX - 1 ? titles.length - EVENING_MAX : 0;
              return { kind: what === 'episode' ? 'episode' : 'saved', mediumId, more };
            });
            await tx.outbox.add(...pushes.map((payload) => ({ kind: 'push' as const, userId: id, payload })));
          });
        }
        after = found.at(-1)?.id ?? 0;
        if (found.length < BATCH) return;
      }
    },
  };
}

export type PushService = ReturnType<typeof createPushService>;
