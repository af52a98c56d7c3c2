import type { TasteArt, TitleArt } from '@marquee/artwork';
import { tastePosterPath } from '@marquee/artwork/paths';
import {
  PosterCode,
  type SharedPosterReply,
  type TastePoster,
  type TastePosterReply,
} from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { lovedLabel, posterHeading, surprisesLabel } from '@marquee/contracts/poster-words';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import { createGate } from '#src/core/gate.ts';
import { createSecret } from '#src/core/secrets.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import { readTitleFacts } from '#src/titles/cards/title-facts.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { RatedRepository } from '#src/titles/pages/rated.repository.ts';
import { createKeptForTaste } from '#src/titles/users/kept-for-taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { chooseFacts } from './choose-facts.ts';
import type { PosterFacts, TastePosterRepository, YearFacts } from './taste-poster.repository.ts';

interface Dependencies {
  env: { WEB_ORIGIN: string; API_ORIGIN: string };
  users: Pick<UserCache, 'getTaste'>;
  repos: { rated: RatedRepository; tastePosters: TastePosterRepository };
  limits: Pick<Limits, 'take'>;
  snapshot: () => Snapshot;
}

/** A poster in words, and what its picture is drawn from. */
export interface FoundPoster {
  words: TastePoster;
  art: TasteArt;
}

/** Of the poster of a year, which fills the screen of a phone. */
const YEAR_HEIGHT = 1920;

/** Connections to the database that strangers may use at a time to look up codes, so that the others are left to members. */
const QUERIES = { atOnce: 2, waitingMax: 200 };

/** Makes posters of what a member likes. Nobody but the member sees one, until the member makes a link to it. */
export function createTastePosterService({ env, users, repos, limits, snapshot }: Dependencies) {
  const gate = createGate(QUERIES);
  const keep = createKeptForTaste<PosterFacts | null>();
  const urlOf = (code: string): string => `${env.WEB_ORIGIN}${screenAddress(paths.sharedPoster, { code })}`;

  function artsOf(ids: readonly number[]): TitleArt[] {
    const now = snapshot();
    return ids
      .map(now.indexOf)
      .filter((item) => item >= 0)
      .map((item) => readTitleFacts(now, item).art);
  }
  const written = (arts: readonly TitleArt[]): TastePoster['loved'] =>
    arts.map(({ id, title, releaseYear }) => ({ id, title, release_year: releaseYear }));

  function lookUpYear({ year, lines, ...ids }: YearFacts, name: string): FoundPoster {
    const [loved, ends] = [artsOf(ids.loved), artsOf(ids.ends)];
    const words = { name, groups: lines, year, of_year: year, loved: written(loved), surprising: [] };
    return {
      words,
      art: {
        heading: posterHeading(words),
        groups: lines,
        rows: [
          { label: lovedLabel(year), titles: loved },
          { label: 'The first and the last', titles: ends },
        ],
        height: YEAR_HEIGHT,
      },
    };
  }

  function lookUp(facts: PosterFacts, name: string): FoundPoster {
    const { groups, year } = facts;
    const [loved, surprising] = [artsOf(facts.loved), artsOf(facts.surprising)];
    return {
      words: { name, groups, year, of_year: null, loved: written(loved), surprising: written(surprising) },
      art: {
        heading: posterHeading({ name, of_year: null }),
        groups,
        rows: [
          { label: lovedLabel(year), titles: loved },
          { label: surprisesLabel(surprising.length), titles: surprising },
        ],
      },
    };
  }

  async function choose(ctx: Ctx): Promise<PosterFacts | null> {
    const [own, rows] = await Promise.all([users.getTaste(ctx.userId), repos.rated.list(ctx.userId)]);
    return keep(ctx.userId, own, () => chooseFacts(own, rows, new Date()));
  }

  async function find(code: string, ip: string): Promise<FoundPoster | null> {
    const isCode = PosterCode.safeParse(code).success;
    const stored = isCode ? await gate(() => repos.tastePosters.findShared(code)) : null;
    if (stored) return lookUp(stored, stored.name);
    const year = isCode ? await gate(() => repos.tastePosters.findSharedYear(code)) : null;
    if (year) return lookUpYear(year, year.name);
    await limits.take('unknownPosters', ipKey(ip));
    return null;
  }

  return {
    /**
     * Returns the public poster of a code, or null. Page, words, picture and card ask here, so an unknown code counts the
     * same at each of them.
     * @throws AppError `too_many_requests` after too many unknown codes from the address.
     */
    find,
    lookUpYear,

    /** Returns the caller's own poster, or null before there is something to show. */
    async findOwn(ctx: Ctx): Promise<FoundPoster | null> {
      const facts = await choose(ctx);
      return facts && lookUp(facts, await repos.tastePosters.getName(ctx.userId));
    },

    async findLink({ userId }: Ctx): Promise<TastePosterReply['link']> {
      const link = await repos.tastePosters.findLink(userId);
      return link && { url: urlOf(link.code), created_at: link.createdAt.toISOString() };
    },

    /** @throws AppError `conflict` when there is nothing to show. */
    async makeLink(ctx: Ctx): Promise<string> {
      const known = await repos.tastePosters.findLink(ctx.userId);
      if (known) return urlOf(known.code);
      await limits.take('posterLinks', String(ctx.userId));
      const facts = await choose(ctx);
      if (!facts) throw new AppError('conflict', { message: 'Give a title four stars or more first.' });
      return urlOf(await repos.tastePosters.ensureLink(ctx.userId, createSecret(), facts));
    },

    deleteLink: ({ userId }: Ctx): Promise<void> => repos.tastePosters.deleteLink(userId),

    /** Returns the reply of a public poster. */
    async getShared(code: string, ip: string): Promise<SharedPosterReply> {
      const found = await find(code, ip);
      if (!found) throw new AppError('not_found');
      const picture = `${env.API_ORIGIN}${tastePosterPath(code, found.art)}`;
      return { poster: { ...found.words, picture_url: picture } };
    },
  };
}

export type TastePosterService = ReturnType<typeof createTastePosterService>;
