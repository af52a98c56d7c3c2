import { z } from 'zod';
import { MediumProvider } from './media.ts';
import { Id } from './primitives.ts';

export const ProvidersReply = z.object({
  /** `titles`: how many listed titles the provider includes in the caller's country. */
  medium_providers: z.array(MediumProvider.extend({ titles: z.int() })),
  user_medium_provider_ids: z.array(Id),
});
export const UpdateProviders = z.object({ medium_providers_ids: z.array(Id).max(1_000) });

export const UserMediumGenre = z.object({
  id: Id,
  active: z.boolean(),
  medium_genre: z.object({ title: z.string() }),
});
export type UserMediumGenre = z.infer<typeof UserMediumGenre>;
export const GenresReply = z.object({
  user_medium_genres: z.array(UserMediumGenre),
  /** The age ratings of listed titles, values of `age_rating` in GET /api/v2/media. */
  age_ratings: z.array(z.string()),
});
export const UpdateGenres = z.object({ genres_ids: z.array(Id).max(1_000) });
