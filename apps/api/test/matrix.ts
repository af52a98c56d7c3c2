import { type KeyScope, type RouteContract, type RouteKey, routes } from '@marquee/contracts';

/**
 * All kinds of callers. List roles concern one list that `owner` shares, and one round that `owner` hosts. In the round,
 * `collaborator` is a member too, `guest` has no account, and `left` was a member.
 */
export const ROLES = [
  'anonymous',
  'unsubscribed',
  'stranger',
  'invited',
  'unproven',
  'member',
  'collaborator',
  'owner',
  'disabled',
  'ended',
  'guest',
  'left',
] as const;
export type Role = (typeof ROLES)[number];

/** Ids and codes for requests. */
export interface World {
  medium: number;
  otherMedium: number;
  offer: number;
  person: number;
  genre: number;
  provider: number;
  list: number;
  shareCode: string;
  /** The invitation code of the roles `invited` and `unproven`. */
  code: string;
  /** An interaction of the owner. */
  interaction: number;
  email: string;
  /** The code of the owner's round, and a title of the round. */
  round: string;
  /** The short code of the round, and somebody who came by it and waits. */
  shortCode: string;
  waiting: number;
  /** The secret of an address for reports of a media server. */
  hook: string;
  /** The secret of a personal key, which no user has where the test is not about keys. */
  key: string;
}

export interface MatrixEntry {
  /** The status for callers with access. */
  ok: number;
  path?: (world: World) => Record<string, string | number>;
  query?: (world: World) => Record<string, string | number>;
  body?: (world: World) => object;
  /** Statuses by role, only where they differ from what `access` says and from `ok`. */
  roles?: Partial<Record<Role, number>>;
}

const medium = { path: (world: World) => ({ id: world.medium }) };
const list = { path: (world: World) => ({ id: world.list }) };
/** A stranger gets 404 for the list, and so does a user who has not proven the invited address. */
const hidden = { stranger: 404, left: 404, unproven: 404 };
const editors = { ...hidden, invited: 422, member: 422 };
const owners = { ...editors, collaborator: 422 };
const round = { path: (world: World) => ({ code: world.round }) };
/** Everybody who is not in the round gets 404. */
const outsiders = {
  anonymous: 404,
  unsubscribed: 404,
  stranger: 404,
  invited: 404,
  unproven: 404,
  left: 404,
};
/** The example of RFC 8291. */
const BROWSER_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const PASSWORD_BODY = { user: { password: 'wrong-password-1' } };

/** One entry for every call of the contract table. A missing entry is a compile error. */
export const MATRIX: { [K in RouteKey]: MatrixEntry } = {
  'POST /users/sign_in': { ok: 422, body: () => ({ user: { email: 'nobody@example.com', password: 'x' } }) },
  'POST /users': { ok: 422, body: () => ({ user: { email: 'x' } }) },
  'POST /api/v1/users/check_email_exists': { ok: 200, body: (world) => ({ email: world.email }) },
  'POST /api/v1/users/check_display_name_exists': { ok: 200, body: () => ({ display_name: 'Somebody' }) },
  'GET /api/v1/bot_check/challenge': { ok: 200 },
  'POST /users/sign_out': { ok: 204 },
  'POST /api/v1/users/confirm_email': { ok: 422, body: () => ({ code: 'x' }) },
  'POST /api/v1/users/resend_confirmation': { ok: 200 },
  'POST /api/v1/users/restore_email': { ok: 422, body: () => ({ code: 'x' }) },
  'GET /api/v1/user': { ok: 200 },
  'PUT /api/v1/user': { ok: 200, body: () => ({ user: { first_name: 'A' } }) },
  'PATCH /api/v1/user': { ok: 200, body: () => ({ user: { signup_step: 5 } }) },
  'GET /api/v1/user/export': { ok: 200 },
  'POST /users/password': { ok: 422, body: () => ({ user: { email: 'nobody@example.com' } }) },
  'PATCH /users/password': {
    ok: 422,
    body: () => ({
      user: { reset_password_token: 'x', password: 'popcorn4two', password_confirmation: 'popcorn4two' },
    }),
  },
  'POST /api/v1/users/password_confirmation': { ok: 422, body: () => PASSWORD_BODY },
  'POST /api/v1/users/destroy': { ok: 200 },
  'POST /api/v1/user/delete_account': { ok: 200, body: () => ({ user: { email: 'nobody@example.com' } }) },
  'POST /api/v1/user/confirm_delete_account': {
    ok: 422,
    body: () => ({ user: { email: 'nobody@example.com' }, code: '123456' }),
  },
  'POST /api/v1/referral_sources': { ok: 201, body: () => ({ referral_source: { referral_source: 3 } }) },
  'GET /api/v1/user_preferences': { ok: 200 },
  'POST /api/v1/user_preferences/save': {
    ok: 200,
    body: () => ({ user_preference: { key: 'filter_media_type', value: 'movies' } }),
  },
  'POST /api/v1/feedback': { ok: 201, body: () => ({ feedback: { content: 'Good work' } }) },
  'POST /api/v1/contact': {
    ok: 201,
    body: () => ({ contact: { subject: 'Hello', message: 'Good work', email: 'visitor@example.com' } }),
  },

  'GET /api/v1/plans': { ok: 200 },
  'POST /api/v1/plans/change': { ok: 422, body: () => ({ plan_id: 'none' }) },
  'POST /api/v1/plans/cancel': { ok: 422 },
  'POST /api/v1/plans/sync': { ok: 200 },
  'POST /api/v1/plans/manage': { ok: 422 },
  'POST /api/v1/plans/preview': { ok: 422, body: () => ({ plan_id: 'none' }) },
  'POST /api/v1/plans/store_purchase': { ok: 422, body: () => ({ processor: 'apple', token: 'none' }) },
  'GET /api/v1/plans/invoices': { ok: 200 },
  'POST /webhooks/stripe': { ok: 400 },
  'POST /webhooks/apple': { ok: 400 },
  'POST /webhooks/google': { ok: 400 },

  'GET /api/v2/media': { ok: 200 },
  'GET /api/v1/media': { ok: 200 },
  'GET /api/v1/media/to_rate': { ok: 200 },
  'GET /api/v1/media/rating_history': { ok: 200 },
  'GET /api/v1/media/{id}': { ok: 200, ...medium },
  'GET /api/v1/taste': { ok: 200 },
  // The callers of this world have rated nothing. successes.ts makes a link, and opens it.
  // The members of the matrix have rated too few titles for several tastes.
  'PATCH /api/v1/taste/groups/{id}': { ok: 404, path: () => ({ id: 1 }), body: () => ({ dismissed: true }) },
  'GET /api/v1/taste/poster': { ok: 200 },
  'POST /api/v1/taste/poster/link': { ok: 409 },
  'DELETE /api/v1/taste/poster/link': { ok: 204 },
  'GET /api/v1/taste/year/{year}': { ok: 200, path: () => ({ year: 2026 }) },
  'POST /api/v1/taste/year/{year}/link': { ok: 409, path: () => ({ year: 2026 }) },
  'DELETE /api/v1/taste/year/{year}/link': { ok: 204, path: () => ({ year: 2026 }) },
  'GET /api/v1/taste/posters/{code}': { ok: 404, path: () => ({ code: 'A'.repeat(43) }) },
  'GET /api/v1/companions': { ok: 200 },
  'POST /api/v1/rounds': { ok: 201, body: () => ({ mode: 'swipe', minutes: 100, mood: 'light' }) },
  'GET /api/v1/rounds': { ok: 200 },
  // An invited user gets the head of the round, also before the proof of the address: a round invites a user.
  'GET /api/v1/rounds/{code}': { ok: 200, ...round, roles: { ...outsiders, invited: 200, unproven: 200 } },
  'PATCH /api/v1/rounds/{code}': {
    ok: 200,
    ...round,
    body: () => ({ state: 'voting' }),
    roles: { ...outsiders, anonymous: 401, member: 422, collaborator: 422 },
  },
  // Nobody who is in the round can delete it before it ends. For others there is nothing to delete.
  'DELETE /api/v1/rounds/{code}': {
    ok: 204,
    ...round,
    roles: { member: 404, collaborator: 404, owner: 404 },
  },
  // A guest of the round has a token, which this public call does not know.
  'POST /api/v1/rounds/{code}/join': { ok: 200, ...round, body: () => ({ name: 'Visitor' }) },
  'GET /api/v1/rounds/{code}/preview': { ok: 200, ...round },
  // Who is in the round gets it at once; everybody else waits for the host.
  'POST /api/v1/rounds/short/{short_code}/join': {
    ok: 202,
    path: (world) => ({ short_code: world.shortCode }),
    body: () => ({ name: 'Visitor', guest_key: 'key-of-a-visitor-1' }),
    roles: { member: 200, collaborator: 200, owner: 200 },
  },
  'PATCH /api/v1/rounds/{code}/waiting/{id}': {
    ok: 200,
    path: (world) => ({ code: world.round, id: world.waiting }),
    body: () => ({ admit: true }),
    roles: { ...outsiders, anonymous: 401, member: 422, collaborator: 422 },
  },
  'PATCH /api/v1/rounds/{code}/me': {
    ok: 200,
    ...round,
    body: () => ({ ready: true, show_match: true }),
    roles: outsiders,
  },
  'DELETE /api/v1/rounds/{code}/me': { ok: 204, ...round, roles: outsiders },
  // Only a guest can keep a taste, in an account that does not exist yet.
  'POST /api/v1/rounds/{code}/me/keep': {
    ok: 422,
    ...round,
    body: () => ({
      user: { email: 'kept@example.com', display_name: 'KeptTaste', password: 'popcorn 4 two' },
      terms_accepted: true,
      thirteen_or_older: true,
    }),
    roles: { ...outsiders, guest: 201 },
  },
  // Nobody has this id. successes.ts removes a guest.
  'DELETE /api/v1/rounds/{code}/members/{id}': {
    ok: 404,
    path: (world) => ({ code: world.round, id: 1 }),
    roles: { anonymous: 401, member: 422, collaborator: 422 },
  },
  'GET /api/v1/rounds/{code}/deck': { ok: 200, ...round, roles: outsiders },
  'PUT /api/v1/rounds/{code}/ratings': {
    ok: 200,
    ...round,
    body: (world) => ({ ratings: [{ medium_id: world.medium, rating: 8 }] }),
    roles: { ...outsiders, member: 422, collaborator: 422, owner: 422 },
  },
  // The round is open and has no titles yet. successes.ts contains a vote.
  'PUT /api/v1/rounds/{code}/votes/{id}': {
    ok: 404,
    path: (world) => ({ code: world.round, id: world.medium }),
    body: () => ({ vote: 'yes' }),
  },
  'GET /api/v1/keys': { ok: 200 },
  'POST /api/v1/keys': { ok: 201, body: () => ({ key: { name: 'Script', scopes: ['read'] } }) },
  'DELETE /api/v1/keys/{id}': { ok: 204, path: () => ({ id: 1 }) },
  'GET /api/v1/push': { ok: 200 },
  'PUT /api/v1/push': {
    ok: 204,
    // Without a name, so that DNS is not asked. Nothing is sent there.
    body: () => ({ subscription: { endpoint: 'https://1.1.1.1/matrix', keys: BROWSER_KEYS } }),
  },
  'DELETE /api/v1/push': { ok: 204, body: () => ({ endpoint: 'https://1.1.1.1/matrix' }) },
  'GET /feeds/{secret}/{file}': {
    ok: 404,
    path: ({ key }) => ({ secret: key, file: 'watch_later.json' }),
  },

  'GET /api/v1/watch_hook': { ok: 200 },
  'POST /api/v1/watch_hook': { ok: 201, body: () => ({ account_name: 'anna' }) },
  // Nobody has an address yet. successes.ts changes one.
  'PATCH /api/v1/watch_hook': { ok: 404, body: () => ({ take_ratings: true }) },
  'GET /api/v1/watch_hook/reports': { ok: 200 },
  'DELETE /api/v1/watch_hook': { ok: 204 },
  'GET /api/v1/watch_hook/events': { ok: 200 },
  // The events of a user are found for this user only. successes.ts contains an undo.
  'POST /api/v1/watch_hook/events/{id}/undo': { ok: 404, path: () => ({ id: 1 }) },
  // The secret of the address is the only proof, so every role succeeds.
  'POST /hooks/watched/{secret}': {
    ok: 204,
    path: (world) => ({ secret: world.hook }),
    body: () => ({ event: 'media.pause' }),
  },
  'GET /api/v1/rounds/{code}/events': { ok: 200, ...round, roles: outsiders },
  'GET /api/v1/news': { ok: 200 },
  'GET /api/v1/wishes': { ok: 200 },
  'POST /api/v1/wishes': { ok: 201, body: () => ({ query: 'A film that nobody has' }) },
  'DELETE /api/v1/wishes/{id}': { ok: 204, path: () => ({ id: 1 }) },
  'GET /api/v1/tonight': { ok: 200 },
  'POST /api/v1/tonight/{id}/not_tonight': { ok: 204, ...medium },
  'DELETE /api/v1/tonight/{id}/not_tonight': { ok: 204, ...medium },
  'GET /api/v1/worth': { ok: 200, query: () => ({ budget_in_cents: 1_500 }) },
  'PUT /api/v1/worth/prices': {
    ok: 200,
    body: (world) => ({
      prices: [{ medium_provider_id: world.provider, price_in_cents: 499, currency: 'USD' }],
    }),
  },
  'GET /api/v1/themes': { ok: 200, query: () => ({ query: 'heist' }) },
  'GET /api/v1/people': { ok: 200, query: () => ({ query: 'a' }) },
  'GET /api/v1/people/{id}': { ok: 200, path: (world) => ({ id: world.person }) },
  'POST /api/v1/media/{id}/user_medium_hiddens': { ok: 200, ...medium },
  'POST /api/v1/media/{id}/user_medium_hiddens/remove': { ok: 200, ...medium },
  'POST /api/v1/media/{id}/wrong_offer': {
    ok: 201,
    ...medium,
    body: (world) => ({ provider_medium_id: world.offer }),
  },
  'DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}': {
    ok: 204,
    path: (world) => ({ id: world.medium, provider_medium_id: world.offer }),
  },
  'GET /api/v1/countries': { ok: 200 },
  'GET /api/v1/apps': { ok: 200 },
  'GET /api/v1/media/{id}/user_medium_ratings': { ok: 200, ...medium },
  'POST /api/v1/media/{id}/user_medium_ratings': {
    ok: 201,
    ...medium,
    body: () => ({ user_medium_rating: { rating: 8, tag_list: ['slow burn'] } }),
  },
  'DELETE /api/v1/media/{id}/user_medium_ratings': { ok: 204, ...medium },
  'GET /api/v1/media/{id}/episodes': { ok: 200, ...medium },
  // The title is a movie.
  'PUT /api/v1/media/{id}/episodes': {
    ok: 422,
    ...medium,
    body: () => ({ episodes: [{ season: 1, episode: 1 }], seen: true }),
  },
  'PUT /api/v1/media/{id}/watching': { ok: 422, ...medium, body: () => ({ state: 'on_hold' }) },
  'GET /api/v1/up_next': { ok: 200 },
  'GET /api/v1/calendar': { ok: 200 },
  'PUT /api/v1/media/{id}/seen': {
    ok: 204,
    ...medium,
    body: () => ({ seen: { seen_on: '2020-02-02', plays: 2 } }),
  },
  'DELETE /api/v1/media/{id}/seen': { ok: 204, ...medium },
  'PUT /api/v1/media/{id}/user_medium_settings/0': {
    ok: 200,
    ...medium,
    body: () => ({ user_medium_setting: { not_suggest_sharing: true } }),
  },
  'GET /api/v1/system_medium_tags': { ok: 200, query: () => ({ query: 'a' }) },
  'GET /api/v1/user_interactions': { ok: 200 },
  'POST /api/v1/user_interactions': {
    ok: 201,
    body: (world) => ({ user_interaction: { medium_id: world.medium, provider_medium_id: world.offer } }),
    // The owner already has this interaction, so the call returns it with 200.
    roles: { owner: 200 },
  },
  // The interaction belongs to the owner, so other users get 404.
  'GET /api/v1/user_interactions/{id}': {
    ok: 404,
    path: (world) => ({ id: world.interaction }),
    roles: { owner: 200 },
  },
  'PUT /api/v1/user_interactions/{id}': {
    ok: 404,
    path: (world) => ({ id: world.interaction }),
    body: () => ({ user_interaction: { answer: 1 } }),
    roles: { owner: 200 },
  },

  'GET /api/v1/user_lists': { ok: 200, query: () => ({ shared_included: 'true' }) },
  'POST /api/v1/user_lists': { ok: 201, body: () => ({ name: 'Rainy Sundays' }) },
  'POST /api/v1/user_lists/batch_update': {
    ok: 422,
    body: (world) => ({ user_lists: [{ id: world.list, name: 'Renamed by batch' }] }),
    roles: { ...hidden, owner: 200 },
  },
  'GET /api/v1/user_lists/{id}': { ok: 200, ...list, roles: hidden },
  'PUT /api/v1/user_lists/{id}': {
    ok: 200,
    ...list,
    body: () => ({ user_list: { name: 'Renamed' } }),
    roles: owners,
  },
  'DELETE /api/v1/user_lists/{id}': { ok: 204, ...list, roles: hidden },
  'POST /api/v1/user_lists/{id}/share': {
    ok: 200,
    ...list,
    body: () => ({ user_list: { share_items: [{ email: 'friend@example.com' }] } }),
    roles: owners,
  },
  'POST /api/v1/user_lists/{id}/renew_link': { ok: 200, ...list, roles: owners },
  'POST /api/v1/user_lists/{id}/shared_link': { ok: 200, ...list, roles: hidden },
  'POST /api/v1/user_lists/0/user_list_media/save_selection': {
    ok: 200,
    body: (world) => ({ user_list_medium: { medium_id: world.otherMedium, user_list_ids: [world.list] } }),
    roles: editors,
  },
  'POST /api/v1/user_lists/0/user_list_media': {
    ok: 201,
    body: (world) => ({ user_list_medium: { medium_id: world.medium }, to_watch_later: true }),
  },
  'POST /api/v1/user_lists/{id}/user_list_media': {
    ok: 201,
    ...list,
    body: (world) => ({ user_list_medium: { medium_id: world.otherMedium } }),
    roles: editors,
  },
  'DELETE /api/v1/user_lists/{id}/user_list_media/0': {
    ok: 204,
    ...list,
    query: (world) => ({ medium_id: world.medium }),
    roles: editors,
  },
  'GET /api/v1/invitations/{code}': { ok: 200, path: (world) => ({ code: world.code }) },
  'GET /accept_list/{code}': {
    ok: 404,
    path: (world) => ({ code: world.code }),
    roles: { invited: 200, unproven: 200 },
  },
  'GET /reject_list/{code}': {
    ok: 404,
    path: (world) => ({ code: world.code }),
    roles: { invited: 200, unproven: 200 },
  },

  'GET /api/v1/user_medium_providers': { ok: 200 },
  'POST /api/v1/user_medium_providers/update_all': {
    ok: 200,
    body: (world) => ({ medium_providers_ids: [world.provider] }),
  },
  'GET /api/v1/user_medium_genres': { ok: 200 },
  'POST /api/v1/user_medium_genres/update_all': { ok: 200, body: (world) => ({ genres_ids: [world.genre] }) },

  // A JSON body is not a file, so the status is 415. successes.ts contains a successful request.
  'POST /api/v1/user/imports': { ok: 415, query: () => ({ source: 'imdb' }), body: () => ({}) },
  'GET /api/v1/user/imports': { ok: 200 },
  // The test data contains no import.
  'GET /api/v1/user/imports/{id}': { ok: 404, path: () => ({ id: 1 }) },
  'PATCH /api/v1/user/imports/{id}': {
    ok: 404,
    path: () => ({ id: 1 }),
    body: () => ({ profile: 'Anna' }),
  },
  'POST /api/v1/user/imports/{id}/confirm': {
    ok: 404,
    path: () => ({ id: 1 }),
    body: () => ({ choices: [] }),
  },
  'POST /api/v1/user/imports/{id}/undo': { ok: 404, path: () => ({ id: 1 }) },

  'GET /unsubscribe/{token}': { ok: 404, path: () => ({ token: 'not-a-token' }) },
  'POST /unsubscribe/{token}': { ok: 404, path: () => ({ token: 'not-a-token' }) },
  'GET /livez': { ok: 200 },
  'GET /readyz': { ok: 200 },
  'GET /metrics': { ok: 200 },
  'GET /catalogue_status': { ok: 200 },
};

/** Returns the status that the contract's `access` causes. Null when the caller has access. */
function gate(key: RouteKey, role: Role): number | null {
  const contract: RouteContract = routes[key];
  if (contract.ignoresToken || contract.access === 'signed' || contract.access === 'feed') return null;
  if (role === 'ended') return 401;
  if (role === 'disabled') return 403;
  // The token of a guest is valid for the calls of the round only.
  if (role === 'guest') return contract.access === 'round' ? null : 401;
  if (role === 'anonymous') return contract.access === 'token' || contract.access === 'member' ? 401 : null;
  if (role === 'unsubscribed') return contract.access === 'member' ? 402 : null;
  return null;
}

export function expectedStatus(key: RouteKey, role: Role): number {
  const entry: MatrixEntry = MATRIX[key];
  return gate(key, role) ?? entry.roles?.[role] ?? entry.ok;
}

/**
 * Returns the status of a call that the owner makes with a personal key of this scope. A key never does what its scope lacks,
 * and only calls that read no token at all treat it like a visitor.
 */
export function expectedOfKey(key: RouteKey, scope: KeyScope): number {
  const contract: RouteContract = routes[key];
  if (contract.access === 'feed') return scope === 'feed' ? 200 : 404;
  if (contract.ignoresToken || contract.access === 'signed') return expectedStatus(key, 'anonymous');
  if (scope === 'feed') return 401;
  return contract.scope === scope ? expectedStatus(key, 'owner') : 403;
}

/** Returns the request of an entry: method, path with query, and body. */
export function requestOf(
  key: RouteKey,
  world: World,
): { method: string; url: string; body: object | undefined } {
  const entry: MatrixEntry = MATRIX[key];
  const [method = '', template = ''] = key.split(' ');
  const params = entry.path?.(world) ?? {};
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const query = new URLSearchParams(
    Object.entries(entry.query?.(world) ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return { method, url: query.size ? `${path}?${query}` : path, body: entry.body?.(world) };
}
