import createClient from 'openapi-fetch';
import type { paths } from './marquee.ts';

export async function tryOut(baseUrl: string, name: string, mediumId: number) {
  const client = createClient<paths>({ baseUrl });
  const signUp = await client.POST('/users', {
    body: { user: { email: name + '@example.com', display_name: name, password: 'popcorn 4 two' } },
  });
  if (!signUp.data) throw new Error(signUp.error.message);
  const headers = { authorization: 'Bearer ' + signUp.data.user.access_token };
  // The test's titles have no offers.
  await client.PUT('/api/v1/user', { headers, body: { user: { unavailable_titles: true } } });
  const rated = await client.POST('/api/v1/media/{id}/user_medium_ratings', {
    params: { path: { id: String(mediumId) } },
    headers,
    body: { user_medium_rating: { rating: 9 } },
  });
  const discover = await client.GET('/api/v2/media', {
    params: { query: { grouped_genres: 'true', view: 'card' } },
    headers,
  });
  if (!rated.data || !discover.data) throw new Error('refused');
  const likelihoods: (number | null)[] = discover.data.grouped_media.flatMap((group) =>
    group.media.map((medium) => medium.likelyhood),
  );
  const refused = await client.GET('/api/v1/user', {});
  return {
    step: signUp.data.user.signup_step,
    rating: rated.data.user_medium_rating.rating,
    likelihoods,
    refused: refused.error?.error,
  };
}
