import { dayIn } from '@marquee/contracts/days';
import { comparable } from '@marquee/contracts/plain-text';
import { AppError } from '#src/core/errors.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { Changes, WithTransaction } from '#src/data/database.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { TitleMatchService } from '#src/modules/imports/matching/title-match.service.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { type Report, readReport } from './report.ts';
import type { EpisodeNumber } from './report-facts.ts';
import type { NewReport, WatchedRepository } from './watched.repository.ts';

interface Repos {
  watched: WatchedRepository;
}

export interface ReceiverDependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  limits: Pick<Limits, 'take'>;
  users: Pick<UserCache, 'findAccess'>;
  titleMatch: TitleMatchService;
}

type Hook = NonNullable<Awaited<ReturnType<WatchedRepository['findBySecret']>>>;

/** The member's own accounts, and reports whose shape has none. */
function isOwn({ accountName }: Report, hook: Hook): boolean {
  const names = [hook.accountName, ...hook.furtherNames].map(comparable);
  return accountName === null || names.includes(comparable(accountName));
}

const UNREAD: NewReport = {
  server: null,
  accountName: null,
  title: null,
  outcome: 'unread',
  mediumId: null,
};

/** Takes back the views of a title, or of one episode, that this hook had marked. What the user or an import said stays. */
async function takeBack(
  tx: Repos,
  userId: number,
  mediumId: number,
  episode: EpisodeNumber | null,
): Promise<boolean> {
  const views = await tx.watched.listViews(userId, mediumId, episode);
  for (const id of views) await tx.watched.undoEvent(userId, id);
  // An event that the user undid keeps its report from marking again. Here the server changed its mind, and may again.
  await tx.watched.deleteEvents(userId, views);
  return views.length > 0;
}

/** Notes what media servers report. The secret of the address is the only proof that they may. */
export function createReceiver({ repos, withTransaction, limits, users, titleMatch }: ReceiverDependencies) {
  /** Returns the address, and counts addresses that do not exist. */
  async function findHook(ip: string, secret: string): Promise<Hook> {
    const hook = await repos.watched.findBySecret(hashToken(secret));
    if (hook) return hook;
    await limits.take('unknownWatchHooks', ipKey(ip));
    throw new AppError('not_found');
  }

  async function apply(
    tx: Repos & Changes,
    { userId, user }: Hook,
    { action, rating, episode }: Report,
    mediumId: number,
  ): Promise<NewReport['outcome']> {
    tx.changed.add(userId);
    if (action === 'rated' && rating !== null) {
      await tx.watched.rate(userId, mediumId, rating);
      return 'rated';
    }
    if (action === 'unseen')
      return (await takeBack(tx, userId, mediumId, episode)) ? 'unmarked' : 'not_finished';
    const day = dayIn(user.timeZone, new Date());
    const isNew =
      episode === null
        ? await tx.watched.markSeen(userId, mediumId, day)
        : await tx.watched.markEpisode(userId, mediumId, episode, day);
    await tx.watched.deleteOldEvents(userId);
    return isNew ? 'marked' : 'seen_already';
  }

  async function take(hook: Hook, report: Report): Promise<void> {
    const { server, accountName, title, action, hint } = report;
    if (!isOwn(report, hook)) {
      const noted: NewReport = { ...UNREAD, server, accountName, outcome: 'other_account' };
      return withTransaction((tx) => tx.watched.addReport(hook.userId, noted), `user ${hook.userId}`);
    }
    const isMeant = action !== 'none' && (action !== 'rated' || hook.takeRatings);
    const mediumId = isMeant && hint ? await titleMatch.findPlayedId(hint, report.minutes) : null;
    await withTransaction(async (tx) => {
      await tx.watched.lockUser(hook.userId);
      await tx.watched.setUsed(hook.userId);
      const outcome = !isMeant
        ? 'not_finished'
        : mediumId === null
          ? 'unknown_title'
          : await apply(tx, hook, report, mediumId);
      await tx.watched.addReport(hook.userId, { server, accountName, title, outcome, mediumId });
    }, `user ${hook.userId}`);
  }

  /**
   * Marks the watched title or episode as seen, or the series of an episode without numbers, takes such a mark back, or stores a rating, and notes
   * what became of the report. Does nothing while the user has neither trial nor plan.
   * @throws AppError not_found for an address that does not exist, too_many_requests over a limit, bad_request for a
   * body that is no report.
   */
  return async (
    ip: string,
    secret: string,
    { contentType, body }: { contentType: string; body: Buffer },
  ): Promise<void> => {
    const hook = await findHook(ip, secret);
    await limits.take('watchReports', String(hook.userId));
    const access = await users.findAccess(hook.userId);
    const isMember = access !== null && !access.disabled && access.memberUntil > Date.now();
    const noteUnread = () =>
      withTransaction((tx) => tx.watched.addReport(hook.userId, UNREAD), `user ${hook.userId}`);
    let report: Report | null;
    try {
      report = await readReport(contentType, body);
    } catch (error) {
      if (isMember) await noteUnread();
      throw error;
    }
    if (!isMember) return;
    if (report === null) await noteUnread();
    else await take(hook, report);
  };
}
