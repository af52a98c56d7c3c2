import type { WrongOfferKind } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { mediaKeys } from './cache/media-keys.ts';
import { mediumCall } from './first-calls.ts';
import { getTitles } from './title-queries.ts';

/* Titles */

/**
 * Returns the query for one title in full. Visitors and members have separate keys, because a visitor's reply
 * has no offers.
 */
export function mediumQuery(id: number, signedIn: boolean) {
  return queryOptions({
    queryKey: mediaKeys.one(id, signedIn),
    queryFn: async ({ signal }) => {
      const [call, input] = mediumCall(id);
      return (await api(call, { ...input, signal })).medium;
    },
  });
}

/** Returns the query for the titles of the row "More like this". */
export function similarQuery(id: number) {
  return queryOptions({
    queryKey: mediaKeys.similar(id),
    queryFn: ({ signal }) => getTitles({ selection: 'similar', medium_id: id }, signal),
  });
}

export async function reportWrongOffer(
  mediumId: number,
  offerId: number,
  kind: WrongOfferKind,
): Promise<void> {
  await api('POST /api/v1/media/{id}/wrong_offer', {
    params: { id: mediumId },
    body: { provider_medium_id: offerId, kind },
  });
}

export async function takeBackReport(mediumId: number, offerId: number): Promise<void> {
  await api('DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}', {
    params: { id: mediumId, provider_medium_id: offerId },
  });
}

/* Countries */

/** The countries with offers. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/countries', { signal })).countries,
});

/* Themes */

/** The commonest themes. They change with the catalogue only. */
export const themesQuery = queryOptions({
  queryKey: ['themes'],
  queryFn: ({ signal }) => api('GET /api/v1/themes', { signal, query: {} }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** These themes, which may not be among the commonest, for their labels. */
export const namedThemesQuery = (slugs: readonly string[]) =>
  queryOptions({
    queryKey: ['named_themes', ...slugs],
    queryFn: async ({ signal }) => {
      const replies = await Promise.all(
        slugs.map((slug) => api('GET /api/v1/themes', { signal, query: { query: slug } })),
      );
      return replies.flatMap(({ themes }, at) => themes.filter(({ slug }) => slug === slugs[at]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: slugs.length > 0,
  });
