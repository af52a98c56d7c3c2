import { onlyDayOf } from '@marquee/contracts/days';
import type { Db } from '#src/data/database.ts';
import {
  type ById,
  type ByTitle,
  before,
  behindTitle,
  type MakePages,
  PAGE as take,
  title,
} from './export-pages.ts';

interface EpisodeRow {
  mediumId: number;
  season: number;
  episode: number;
  seenOn: Date | null;
  plays: number;
  days: Date[];
  markedAt: Date;
}

/** Exports ratings, hides, views, settings and reports of a user about titles and offers. */
export const exportTitles = (db: Db, pages: MakePages, userId: number) => ({
  ratings: pages(
    (after: { medium: { id: number }; updatedAt: Date } | undefined) =>
      db.userMediumRating.findMany({
        where: { userId, ...behindTitle(after) },
        select: { rating: true, tags: true, createdAt: true, updatedAt: true, medium: title },
        orderBy: { mediumId: 'asc' },
        take,
      }),
    (row) => ({ ...row, ratedOn: onlyDayOf(row.updatedAt) }),
  ),
  hiddens: pages((after: ByTitle) =>
    db.userMediumHidden.findMany({
      where: { userId, ...behindTitle(after) },
      select: { createdAt: true, medium: title },
      orderBy: { mediumId: 'asc' },
      take,
    }),
  ),
  seen: pages(
    (after: { medium: { id: number }; seenOn: Date | null } | undefined) =>
      db.userMediumSeen.findMany({
        where: { userId, ...behindTitle(after) },
        select: {
          seenOn: true,
          plays: true,
          upToSeason: true,
          byEpisodes: true,
          createdAt: true,
          medium: title,
        },
        orderBy: { mediumId: 'asc' },
        take,
      }),
    (row) => ({ ...row, seenOn: row.seenOn && onlyDayOf(row.seenOn) }),
  ),
  series: pages((after: ByTitle) =>
    db.userSeries.findMany({
      where: { userId, ...behindTitle(after) },
      select: { state: true, markedAt: true, medium: title },
      orderBy: { mediumId: 'asc' },
      take,
    }),
  ),
  // Without the title, which `series` has: an account may have 100,000 episodes.
  episodes: pages(
    (after: EpisodeRow | undefined) =>
      db.userEpisode.findMany({
        where: {
          userId,
          ...(after && {
            OR: [
              { mediumId: { gt: after.mediumId } },
              { mediumId: after.mediumId, season: { gt: after.season } },
              { mediumId: after.mediumId, season: after.season, episode: { gt: after.episode } },
            ],
          }),
        },
        select: {
          mediumId: true,
          season: true,
          episode: true,
          seenOn: true,
          plays: true,
          days: true,
          markedAt: true,
        },
        orderBy: [{ mediumId: 'asc' }, { season: 'asc' }, { episode: 'asc' }],
        take,
      }),
    (row) => ({ ...row, seenOn: row.seenOn && onlyDayOf(row.seenOn), days: row.days.map(onlyDayOf) }),
  ),
  episodeUndos: pages(
    (after: { medium: { id: number }; code: string; createdAt: Date } | undefined) =>
      db.userEpisodeUndo.findMany({
        where: { userId, ...(after && { code: { gt: after.code } }) },
        select: { code: true, createdAt: true, medium: title },
        orderBy: { code: 'asc' },
        take,
      }),
    ({ createdAt, medium }) => ({ createdAt, medium }),
  ),
  seriesChanges: pages(
    (after: { changeId: number; change: object } | undefined) =>
      db.userSeriesChange.findMany({
        where: { userId, ...(after && { changeId: { gt: after.changeId } }) },
        select: { changeId: true, change: { select: { medium: title } } },
        orderBy: { changeId: 'asc' },
        take,
      }),
    ({ change: { medium } }) => ({ medium }),
  ),
  watchEvents: pages((after: ById) =>
    db.watchEvent.findMany({
      where: { userId, ...before(after) },
      select: { id: true, season: true, episode: true, seenAt: true, undoneAt: true, medium: title },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  watchReports: pages((after: ById) =>
    db.watchReport.findMany({
      where: { userId, ...before(after) },
      select: {
        id: true,
        receivedAt: true,
        server: true,
        accountName: true,
        title: true,
        outcome: true,
        medium: title,
      },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  notTonight: pages((after: ByTitle) =>
    db.userNotTonight.findMany({
      where: { userId, ...behindTitle(after) },
      select: { createdAt: true, medium: title },
      orderBy: { mediumId: 'asc' },
      take,
    }),
  ),
  newsMails: pages(
    (after: { mediumId: number; kind: string; queuedAt: Date; medium: object } | undefined) =>
      db.userNewsMail.findMany({
        where: {
          userId,
          ...(after && {
            OR: [
              { mediumId: { gt: after.mediumId } },
              { mediumId: after.mediumId, kind: { gt: after.kind } },
            ],
          }),
        },
        select: { mediumId: true, kind: true, queuedAt: true, medium: title },
        orderBy: [{ mediumId: 'asc' }, { kind: 'asc' }],
        take,
      }),
    ({ kind, queuedAt, medium }) => ({ kind, queuedAt, medium }),
  ),
  wishes: pages((after: ById) =>
    db.userWish.findMany({
      where: { userId, ...before(after) },
      select: { id: true, query: true, createdAt: true, arrivedAt: true, medium: title },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  mediumSettings: pages((after: ByTitle) =>
    db.userMediumSetting.findMany({
      where: { userId, ...behindTitle(after) },
      select: { notSuggestSharing: true, medium: title },
      orderBy: { mediumId: 'asc' },
      take,
    }),
  ),
  interactions: pages((after: ById) =>
    db.userInteraction.findMany({
      where: { userId, ...before(after) },
      select: {
        id: true,
        createdAt: true,
        answer: true,
        answeredAt: true,
        remindedAt: true,
        medium: title,
        providerMedium: { select: { url: true, provider: { select: { name: true } } } },
      },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  wrongOffers: pages(
    (after: { providerMediumId: number; kind: string; createdAt: Date; offer: object } | undefined) =>
      db.userWrongOffer.findMany({
        where: { userId, ...(after && { providerMediumId: { gt: after.providerMediumId } }) },
        select: {
          providerMediumId: true,
          kind: true,
          createdAt: true,
          offer: { select: { url: true, provider: { select: { name: true } }, medium: title } },
        },
        orderBy: { providerMediumId: 'asc' },
        take,
      }),
    ({ kind, createdAt, offer }) => ({ kind, createdAt, offer }),
  ),
});
