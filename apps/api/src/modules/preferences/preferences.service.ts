import { providerMarkPath } from '@marquee/artwork/paths';
import {
  type MediumProvider,
  SIGNUP_STEP,
  type User,
  type UserMediumGenre,
  type UserPreferences,
} from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { mapPreferences } from '#src/modules/accounts/accounts.mapper.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import { countCommon } from '#src/titles/engine/bits.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { PreferencesRepository } from './preferences.repository.ts';

interface Repos {
  preferences: PreferencesRepository;
  accounts: Pick<AccountsRepository, 'lock' | 'raiseSignupStep'>;
}

interface Dependencies {
  repos: Pick<Repos, 'preferences'>;
  withTransaction: WithTransaction<Repos>;
  env: { API_ORIGIN: string };
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Pick<Snapshot, 'data' | 'marketOf'>;
}

type ProviderRow = Awaited<ReturnType<PreferencesRepository['listProviders']>>[number];

interface Services {
  medium_providers: (MediumProvider & { titles: number })[];
  user_medium_provider_ids: number[];
}

const UNKNOWN_SERVICE = 'One of these services does not exist';
const UNKNOWN_GENRE = 'One of these genres does not exist';

/**
 * Returns the given ids without duplicates.
 * @throws AppError `invalid` at the field when an id is unknown.
 */
function known(
  ids: readonly number[],
  rows: readonly { id: number }[],
  field: string,
  sentence: string,
): number[] {
  const all = new Set(rows.map((row) => row.id));
  if (ids.some((id) => !all.has(id))) throw fieldError(field, sentence);
  return [...new Set(ids)];
}

/** Reads and changes the saved filters, providers and genres of a user. */
export function createPreferencesService({ repos, withTransaction, env, snapshot }: Dependencies) {
  const mapProvider = (row: ProviderRow): MediumProvider => ({
    id: row.id,
    name: row.name,
    image: row.imageUrl ?? `${env.API_ORIGIN}${providerMarkPath(row)}`,
    featured: row.featured,
  });
  /** @param ids ids of the user's providers. */
  async function toServices(userId: number, rows: readonly ProviderRow[], ids: number[]): Promise<Services> {
    const { data, marketOf } = snapshot();
    const included = new Map(
      marketOf(await repos.preferences.getCountry(userId)).providers.map(({ id, bits }) => [id, bits]),
    );
    return {
      medium_providers: rows.map((row) => {
        const bits = included.get(row.id);
        return { ...mapProvider(row), titles: bits ? countCommon(bits, data.listed) : 0 };
      }),
      user_medium_provider_ids: ids,
    };
  }

  return {
    async getPreferences({ userId }: Ctx): Promise<UserPreferences> {
      return mapPreferences(await repos.preferences.listSaved(userId));
    },

    /** Returns the values for `critical_rating_source`. Includes Metacritic only when a title has a score. */
    async listRatingSources(): Promise<User['critical_rating_source'][]> {
      return (await repos.preferences.hasCriticalRating()) ? ['metacritic', 'none'] : ['none'];
    },

    async savePreference(
      { userId }: Ctx,
      { key, value }: { key: string; value: string },
    ): Promise<UserPreferences> {
      await repos.preferences.save(userId, key, value);
      return this.getPreferences({ userId });
    },

    async getProviders({ userId }: Ctx): Promise<Services> {
      const [rows, ids] = await Promise.all([
        repos.preferences.listProviders(),
        repos.preferences.listProviderIds(userId),
      ]);
      return toServices(userId, rows, ids);
    },

    /** Replaces all providers and completes the sign-up wizard. Changes nothing when an id is unknown. */
    async updateProviders({ userId }: Ctx, given: readonly number[]): Promise<Services> {
      const rows = await repos.preferences.listProviders();
      const ids = known(given, rows, 'medium_providers_ids', UNKNOWN_SERVICE);
      await withTransaction(async (tx) => {
        await tx.accounts.lock(userId);
        await tx.preferences.replaceProviders(userId, ids);
        await tx.accounts.raiseSignupStep(userId, SIGNUP_STEP.complete);
      }, `user ${userId}`);
      return toServices(
        userId,
        rows,
        ids.toSorted((a, b) => a - b),
      );
    },

    /** Returns the age ratings of listed titles, mildest first. */
    listAgeRatings: (): readonly string[] => snapshot().data.ageRatings,

    async getGenres({ userId }: Ctx): Promise<UserMediumGenre[]> {
      const [rows, ids] = await Promise.all([
        repos.preferences.listGenres(),
        repos.preferences.listGenreIds(userId),
      ]);
      const active = new Set(ids);
      return rows.map(({ id, title }) => ({ id, active: active.has(id), medium_genre: { title } }));
    },

    /**
     * Replaces all genres. Changes nothing when an id is unknown.
     * @param given ids as in `user_medium_genres`.
     */
    async updateGenres({ userId }: Ctx, given: readonly number[]): Promise<UserMediumGenre[]> {
      const rows = await repos.preferences.listGenres();
      const ids = known(given, rows, 'genres_ids', UNKNOWN_GENRE);
      await withTransaction(async (tx) => {
        await tx.accounts.lock(userId);
        await tx.preferences.replaceGenres(userId, ids);
      }, `user ${userId}`);
      const active = new Set(ids);
      return rows.map(({ id, title }) => ({ id, active: active.has(id), medium_genre: { title } }));
    },
  };
}

export type PreferencesService = ReturnType<typeof createPreferencesService>;
