import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EpisodeNumber, EpisodesReply, Progress, SaveEpisodes, SaveWatching } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import { createSecret } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { type Clock, clockIn, progressIn } from '#src/titles/users/progress.ts';
import { mapSeasons } from './episodes.mapper.ts';
import type { Change, EpisodesRepository } from './episodes.repository.ts';
import { type EpisodeChange, joinAlike, separate } from './undo.ts';

/** The pages of shows at TVmaze. */
const SHOWS = 'https://www.tvmaze.com/shows';

/** The reply for a movie. */
const NOTHING_KNOWN: EpisodesReply = {
  seasons: [],
  progress: null,
  status: null,
  network: null,
  as_of: null,
  source: null,
  source_url: null,
  summary: null,
};

interface Dependencies {
  repos: { episodes: EpisodesRepository };
  withTransaction: WithTransaction<{ episodes: EpisodesRepository }>;
}

type Marking = Omit<SaveEpisodes, 'undo'> & { seen: boolean };

const requestOf = (body: SaveEpisodes): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

/** Keeps which episodes of a series a member has seen, by the numbers that they tell. */
export function createEpisodesService({ repos, withTransaction }: Dependencies) {
  async function progressOf(
    repository: EpisodesRepository,
    userId: number,
    mediumId: number,
    clock: Clock,
  ): Promise<Progress> {
    const { begun, counts } = await repository.findProgress(userId, mediumId, clock);
    return progressIn(begun, counts, clock);
  }

  /** @throws AppError not_found for an unknown title, invalid for a movie. */
  async function requireSeries(mediumId: number): Promise<void> {
    const facts = await repos.episodes.findFacts(mediumId);
    if (facts === null) throw new AppError('not_found');
    if (facts.type !== 'series') throw fieldError('episodes', 'A movie has no episodes');
  }

  /** Returns the episodes that a body means. */
  async function namedIn(
    repository: EpisodesRepository,
    userId: number,
    mediumId: number,
    { episodes, up_to, seen }: Marking,
    clock: Clock,
  ): Promise<EpisodeNumber[]> {
    if (up_to === undefined) return episodes ?? [];
    if (!seen) return repository.listSeenUpTo(userId, mediumId, up_to);
    if (await repository.isToCome(mediumId, up_to, clock))
      throw fieldError('up_to', 'This episode has not aired yet');
    return [...(await repository.listUpTo(mediumId, up_to, clock)), up_to];
  }

  /** Does work in a transaction, and keeps what it changed for an undo. */
  async function change(
    { userId }: Ctx,
    mediumId: number,
    request: string,
    clock: Clock,
    work: (tx: { episodes: EpisodesRepository }) => Promise<EpisodeChange[]>,
  ): Promise<{ progress: Progress; undo: string }> {
    return withTransaction(async (tx) => {
      await tx.episodes.lockUser(userId);
      // In the same transaction, so that the numbers of the call are those of the list that was followed.
      await tx.episodes.followChanges(userId, mediumId);
      const before = await tx.episodes.findSurroundings(userId, mediumId);
      const episodes = await work(tx);
      const after = await tx.episodes.findSurroundings(userId, mediumId);
      const progress = await progressOf(tx.episodes, userId, mediumId, clock);
      // The reply to a change may be lost, and its repetition changes nothing. Its undo is that of the change.
      const known = episodes.length === 0 ? await tx.episodes.findUndo(userId, mediumId, request) : null;
      if (known !== null) return { progress, undo: known };
      const undo = createSecret();
      await tx.episodes.addUndo(userId, mediumId, undo, {
        request,
        episodes: joinAlike(episodes),
        before,
        after,
      });
      await tx.episodes.pruneUndos(userId);
      return { progress, undo };
    }, `user ${userId}`);
  }

  async function restore(
    repository: EpisodesRepository,
    userId: number,
    mediumId: number,
    { episodes, before, after }: Change,
  ): Promise<EpisodeChange[]> {
    const { mark } = await repository.findSurroundings(userId, mediumId);
    const restored = await repository.restore(userId, mediumId, separate(episodes));
    if (before.mark !== null && isDeepStrictEqual(mark, after.mark))
      await repository.restoreMark(userId, mediumId, before.mark);
    if (before.state !== null && before.state !== after.state)
      await repository.setState(userId, mediumId, before.state);
    if (before.later !== null && after.later === null)
      await repository.putBack(userId, mediumId, before.later);
    if (before.later === null && after.later !== null) await repository.takeFromLater(userId, mediumId);
    return restored;
  }

  return {
    /** @throws AppError not_found for an unknown title. */
    async list({ userId }: Ctx, mediumId: number): Promise<EpisodesReply> {
      const [reader, facts] = await Promise.all([
        repos.episodes.findReader(userId),
        repos.episodes.findFacts(mediumId),
      ]);
      if (facts === null) throw new AppError('not_found');
      const { type, status, network, asOf, source, showId, summary } = facts;
      if (type !== 'series') return NOTHING_KNOWN;
      const clock = clockIn(reader.timeZone);
      const [seasons, episodes, progress] = await Promise.all([
        repos.episodes.listSeasons(mediumId),
        repos.episodes.listEpisodes(userId, mediumId),
        progressOf(repos.episodes, userId, mediumId, clock),
      ]);
      return {
        seasons: mapSeasons(seasons, episodes, clock, reader.hideSpoilers ? progress.next : null),
        progress,
        status,
        network,
        as_of: asOf,
        source,
        source_url: showId === null ? null : `${SHOWS}/${showId}`,
        summary,
      };
    },

    /**
     * A repeated call changes nothing.
     * @throws AppError not_found for an unknown title; invalid for a movie, a day after today, `up_to` an episode to come, and an
     * undo that is unknown, used or too old.
     */
    async save(
      ctx: Ctx,
      mediumId: number,
      body: SaveEpisodes,
    ): Promise<{ progress: Progress; undo: string }> {
      const { timeZone } = await repos.episodes.findReader(ctx.userId);
      await requireSeries(mediumId);
      const clock = clockIn(timeZone);
      const { undo, seen = false, seen_on, again = false } = body;
      if (undo !== undefined)
        return change(ctx, mediumId, requestOf(body), clock, async (tx) => {
          const known = await tx.episodes.takeUndo(ctx.userId, mediumId, undo);
          if (known === null) throw fieldError('undo', 'This can no longer be undone');
          return restore(tx.episodes, ctx.userId, mediumId, known);
        });
      const today = dayIn(timeZone, new Date(clock.now));
      if (seen_on && seen_on > today) throw fieldError('seen_on', 'The day must not be in the future');
      const day = seen_on === undefined ? today : seen_on;
      return change(ctx, mediumId, requestOf(body), clock, async (tx) => {
        const named = await namedIn(tx.episodes, ctx.userId, mediumId, { ...body, seen }, clock);
        return seen
          ? tx.episodes.mark(ctx.userId, mediumId, named, { day, isNamed: Boolean(seen_on), again })
          : tx.episodes.unmark(ctx.userId, mediumId, named);
      });
    },

    /** A repeated call changes nothing. @throws AppError not_found for an unknown title, invalid for a movie. */
    async setState({ userId }: Ctx, mediumId: number, { state }: SaveWatching): Promise<Progress> {
      const { timeZone } = await repos.episodes.findReader(userId);
      await requireSeries(mediumId);
      await repos.episodes.setState(userId, mediumId, state);
      return progressOf(repos.episodes, userId, mediumId, clockIn(timeZone));
    },
  };
}

export type EpisodesService = ReturnType<typeof createEpisodesService>;
