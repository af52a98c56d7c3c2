/**
 * A day with Marquee as a companion app would write it: it has the types that openapi-typescript generates
 * (`./marquee.ts`), the client of openapi-fetch, and no cast. The test compiles and runs it.
 */
export const COMPANION_DAY = `
import createClient from 'openapi-fetch';
import type { components, paths } from './marquee.ts';

type Card = components['schemas']['MediumCard'];
type Title = components['schemas']['Medium'];

interface Answer<Data, Failure> {
  data?: Data;
  error?: Failure;
  response: Response;
}

/** Returns the body of a reply, and names the error otherwise. */
function expectBody<Data>({ data, error, response }: Answer<Data, { error: string; message: string }>): Data {
  if (data !== undefined) return data;
  throw new Error(response.url + ': ' + (error ? error.error + ', ' + error.message : response.status));
}

const isFull = (title: Card | Title): title is Title => 'overview' in title;

export async function liveADay(baseUrl: string, name: string, title: string) {
  const json = createClient<paths, 'application/json'>({ baseUrl });
  const plain = createClient<paths>({ baseUrl });
  const failures: number[] = [];
  const watch = { onResponse: ({ response }: { response: Response }) => {
    if (!response.ok) failures.push(response.status);
  } };
  json.use(watch);
  plain.use(watch);
  const email = name + '@example.com';
  const password = 'popcorn 4 two';

  // Morning: sign-up, services, genres, settings.
  const challenge = expectBody(await json.GET('/api/v1/bot_check/challenge', { params: { query: { action: 'signup_email' } } }));
  const exists: boolean = expectBody(await json.POST('/api/v1/users/check_email_exists', { body: { email } })).email_exists;
  const named = expectBody(await json.POST('/api/v1/users/check_display_name_exists', { body: { display_name: name } }));
  const refused = await json.POST('/users', { body: { user: { email, password: 'short', display_name: name } } });
  const refusal = refused.error?.error === 'invalid' ? refused.error.errors?.password : undefined;
  const signedUp = expectBody(
    await json.POST('/users', { body: { user: { email, password, display_name: name, signup_step: 3 } } }),
  ).user;
  const auth = { onRequest: ({ request }: { request: Request }) => {
    request.headers.set('authorization', 'Bearer ' + signedUp.access_token);
  } };
  json.use(auth);
  plain.use(auth);
  const services = expectBody(await json.GET('/api/v1/user_medium_providers'));
  const chosen = expectBody(await json.POST('/api/v1/user_medium_providers/update_all', {
    body: { medium_providers_ids: services.medium_providers.map(({ id }) => id) },
  }));
  const { user_medium_genres, age_ratings } = expectBody(await json.GET('/api/v1/user_medium_genres'));
  await json.POST('/api/v1/user_medium_genres/update_all', { body: { genres_ids: user_medium_genres.map(({ id }) => id) } });
  const { user } = expectBody(await json.PUT('/api/v1/user', {
    body: { user: { first_name: 'Fay', birthdate: '1990-12-31', unavailable_titles: true, notification_preferences: { deleted_list: false } } },
  }));
  const step: number = user.signup_step;
  await json.POST('/api/v1/referral_sources', { body: { referral_source: { referral_source: 3 } } });
  await json.POST('/api/v1/user_preferences/save', {
    body: { user_preference: { key: 'filter_all_streaming_services', value: 'true' } },
  });

  // Noon: rows, search, one title, and what follows from it.
  const discover = expectBody(await json.GET('/api/v2/media', {
    params: { query: { grouped_genres: true, view: 'card', page: 1, per_page: 25 } },
  }));
  const likelihoods: (number | null)[] = discover.grouped_media.flatMap(({ media }) => media.map(({ likelyhood }) => likelyhood));
  const found = expectBody(await json.GET('/api/v2/media', { params: { query: { query: title, year_from: 1990, all_streaming: true } } }));
  const first = found.media[0];
  if (!first || !isFull(first)) throw new Error('A page without view=card has full titles');
  const overview: string | null = first.overview;
  const { medium } = expectBody(await json.GET('/api/v1/media/{id}', { params: { path: { id: first.id } } }));
  const path = { id: medium.id };
  const rated = expectBody(await json.POST('/api/v1/media/{id}/user_medium_ratings', {
    params: { path },
    body: { user_medium_rating: { rating: 9, tag_list: ['rewatch'] } },
  })).user_medium_rating;
  await json.PUT('/api/v1/media/{id}/user_medium_settings/0', {
    params: { path }, body: { user_medium_setting: { not_suggest_sharing: true } },
  });
  const history = expectBody(await json.GET('/api/v2/media', { params: { query: { selection: 'history', sort: 'rating', tag: 'rewatch' } } }));
  const ratedAt: string | undefined = history.media[0]?.rated_at;
  const offer = medium.provider_medium[0];
  if (!offer) throw new Error('This title has an offer');
  const price: number = offer.price;
  const { user_interaction } = expectBody(await json.POST('/api/v1/user_interactions', {
    body: { user_interaction: { medium_id: medium.id, provider_medium_id: offer.id } },
  }));
  await json.PUT('/api/v1/user_interactions/{id}', {
    params: { path: { id: user_interaction.id } }, body: { user_interaction: { answer: 2 } },
  });
  await json.POST('/api/v1/media/{id}/wrong_offer', { params: { path }, body: { provider_medium_id: offer.id, kind: 'price' } });
  await json.DELETE('/api/v1/media/{id}/wrong_offer/{provider_medium_id}', {
    params: { path: { ...path, provider_medium_id: offer.id } },
  });
  const hidden = expectBody(await json.POST('/api/v1/media/{id}/user_medium_hiddens', { params: { path } })).medium.hidden;
  await json.POST('/api/v1/media/{id}/user_medium_hiddens/remove', { params: { path } });

  // Afternoon: lists.
  const { user_list } = expectBody(await json.POST('/api/v1/user_lists', { body: { name: 'Sunday list' } }));
  const list = { params: { path: { id: String(user_list.id) } } };
  await json.POST('/api/v1/user_lists/0/user_list_media', { body: { user_list_medium: { medium_id: medium.id }, to_watch_later: true } });
  const added = expectBody(await json.POST('/api/v1/user_lists/{id}/user_list_media', {
    ...list, body: { user_list_medium: { medium_id: medium.id } },
  }));
  await json.POST('/api/v1/user_lists/{id}/share', {
    ...list, body: { user_list: { share_items: [{ email: 'ben-' + email, share_allowed: true }] } },
  });
  await json.PUT('/api/v1/user_lists/{id}', { ...list, body: { user_list: { sorted_medium_ids: [medium.id], collaborate: true } } });
  const simple = expectBody(await json.GET('/api/v1/user_lists/{id}', {
    params: { path: list.params.path, query: { simple: true, elsewhere: 'last' } },
  }));
  const { user_lists } = expectBody(await json.GET('/api/v1/user_lists', { params: { query: { medium_id: medium.id, shared_included: true } } }));
  const holding = user_lists.filter(({ has_medium }) => has_medium).length;

  // Evening: tonight, worth it, news, a wish, a round, a history from elsewhere.
  const tonight = expectBody(await json.GET('/api/v1/tonight', { params: { query: { minutes: 100, mood: 'light' } } }));
  const worth = expectBody(await json.GET('/api/v1/worth', { params: { query: { budget_in_cents: 2500 } } }));
  const news = expectBody(await json.GET('/api/v1/news', { params: { query: { page: 1 } } }));
  const { wish } = expectBody(await json.POST('/api/v1/wishes', { body: { query: 'the snow queen of nowhere' } }));
  await json.DELETE('/api/v1/wishes/{id}', { params: { path: { id: wish.id } } });
  const { round } = expectBody(await json.POST('/api/v1/rounds', { body: { mode: 'swipe', minutes: 100 } }));
  const over = expectBody(await json.PATCH('/api/v1/rounds/{code}', {
    params: { path: { code: round.code } }, body: { state: 'ended' },
  })).round;
  const uploaded = expectBody(await json.POST('/api/v1/user/imports', {
    params: { query: { source: 'imdb', file_name: 'ratings.csv' } },
    body: new Blob(['Const,Your Rating,Title\\ntt0327597,9,Coraline\\n']),
    bodySerializer: (file) => file,
    headers: { 'content-type': 'application/octet-stream' },
  })).import;
  const state: 'reading' | 'ready' | string = expectBody(
    await json.GET('/api/v1/user/imports/{id}', { params: { path: { id: uploaded.id }, query: { show: 'matched' } } }),
  ).import.state;

  // Night: plans, a message, the export, and the end.
  const { plans, trial_days } = expectBody(await json.GET('/api/v1/plans'));
  await json.POST('/api/v1/feedback', { body: { feedback: { content: 'A good day.' } } });
  const csv = await plain.GET('/api/v1/user/export', { params: { query: { format: 'imdb' } }, parseAs: 'text' });
  const file: string | undefined = csv.data;
  expectBody(await json.POST('/users/sign_out', { body: { everywhere: true } }).then(({ error, response }) => ({ data: error ? undefined : true, error, response })));
  const ended = await json.GET('/api/v1/user');
  json.eject(auth);
  const again = expectBody(await json.POST('/users/sign_in', { body: { user: { email, password } } })).user;
  const headers = { authorization: 'Bearer ' + again.access_token };
  const wrong = await json.POST('/api/v1/users/password_confirmation', { headers, body: { user: { password: 'wrong' } } });
  const gone = expectBody(await json.POST('/api/v1/users/destroy', { headers })).message;
  const waits = ended.response.headers.get('retry-after');

  return {
    provider: challenge.provider, exists, valid: named.valid, refusal, step, chosen: chosen.user_medium_provider_ids.length,
    ages: age_ratings.length, rows: discover.grouped_media.length, likelihoods, overview, rating: rated.rating, tags: rated.tags,
    ratedAt, price, hidden, position: added.user_list_medium.position, total: simple.pagination.total_count, holding,
    picks: tonight.picks.length, services: worth.services.length, news: news.news.length, wish: wish.state, round: over.state,
    state, plans: plans.length, trial_days, file, ended: ended.error?.error, wrong: wrong.error?.error, gone, waits, failures,
  };
}
`;
