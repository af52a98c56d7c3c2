import type { Year, YearReply } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { hoursInWords } from '@marquee/contracts/poster-words';
import { screenAddress } from '@marquee/contracts/screen-address';
import { withArticle } from '@marquee/contracts/with-article';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import { createSecret } from '#src/core/secrets.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { RatedRepository } from '#src/titles/pages/rated.repository.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { lookBack } from './look-back.ts';
import type { TastePosterRepository, YearFacts } from './taste-poster.repository.ts';
import type { FoundPoster, TastePosterService } from './taste-poster.service.ts';

interface Dependencies {
  env: { WEB_ORIGIN: string };
  users: Pick<UserCache, 'getTaste'>;
  repos: { rated: RatedRepository; tastePosters: TastePosterRepository };
  limits: Pick<Limits, 'take'>;
  tastePosters: Pick<TastePosterService, 'lookUpYear'>;
}

const naming = new Intl.ListFormat('en');

/** Returns what the poster of a year shows: three lines of figures, and titles. */
function toFacts({ year, titles, minutes, countries, genres, grew, loved, first, last }: Year): YearFacts {
  const [most] = grew;
  const places = countries.slice(0, 3).map(({ name }) => withArticle(name));
  return {
    year,
    lines: [
      `${titles} titles${minutes >= 60 ? ` in ${hoursInWords(minutes)}` : ''}`,
      ...(places.length > 0 ? [`From ${naming.format(places)}`] : []),
      ...(most
        ? [`More ${most.name.toLowerCase()} than before`]
        : genres.slice(0, 1).map(({ name }) => `Most of all ${name.toLowerCase()}`)),
    ],
    loved: loved.map(({ id }) => id),
    // Of one day, the first and the last say nothing.
    ends: first.day === last.day ? [] : [...new Set([first.id, last.id])],
  };
}

/** Looks back at what a member saw and rated in a year. Nobody but the member sees it, until the member makes a link. */
export function createYearService({ env, users, repos, limits, tastePosters }: Dependencies) {
  const urlOf = (code: string): string => `${env.WEB_ORIGIN}${screenAddress(paths.sharedPoster, { code })}`;

  async function find({ userId }: Ctx, year: number): Promise<Year | null> {
    const [taste, views, rated] = await Promise.all([
      users.getTaste(userId),
      repos.tastePosters.listViews(userId),
      repos.rated.list(userId),
    ]);
    return lookBack(taste, { views, rated }, year);
  }

  return {
    /** Returns the year of the caller with what its poster is drawn from, or null for fewer than three titles. */
    async findOwn(ctx: Ctx, year: number): Promise<{ year: Year; poster: FoundPoster } | null> {
      const found = await find(ctx, year);
      if (!found) return null;
      const name = await repos.tastePosters.getName(ctx.userId);
      return { year: found, poster: tastePosters.lookUpYear(toFacts(found), name) };
    },

    async findLink({ userId }: Ctx, year: number): Promise<YearReply['link']> {
      const link = await repos.tastePosters.findYearLink(userId, year);
      return link && { url: urlOf(link.code), created_at: link.createdAt.toISOString() };
    },

    /** @throws AppError `conflict` when the year has fewer than three titles. */
    async makeLink(ctx: Ctx, year: number): Promise<string> {
      const known = await repos.tastePosters.findYearLink(ctx.userId, year);
      if (known) return urlOf(known.code);
      await limits.take('posterLinks', String(ctx.userId));
      const found = await find(ctx, year);
      if (!found) throw new AppError('conflict', { message: `See or rate three titles in ${year} first.` });
      return urlOf(await repos.tastePosters.ensureYearLink(ctx.userId, createSecret(), toFacts(found)));
    },

    deleteLink: ({ userId }: Ctx, year: number): Promise<void> =>
      repos.tastePosters.deleteYearLink(userId, year),
  };
}

export type YearService = ReturnType<typeof createYearService>;
