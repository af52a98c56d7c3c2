import type { ErrorCode, RouteKey, User } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { mediaPage, pagination, rowsPage } from './media.ts';
import { makeTaste } from './taste.ts';

/**
 * Default replies for every screen: a trial of 30 days, offers in the United States, and no rows, lists, people, ratings, news,
 * wishes, interactions or plans.
 */
const defaultHandlers = [
  http.get('*/api/v2/media', () => HttpResponse.json(rowsPage())),
  http.get('*/api/v1/user_lists', () => HttpResponse.json({ user_lists: [] })),
  http.get('*/api/v1/user_interactions', () => HttpResponse.json({ user_interactions: [] })),
  http.get('*/api/v1/people', () => HttpResponse.json({ people: [], pagination: pagination(0) })),
  http.get('*/api/v1/apps', () => HttpResponse.json({ ios: null, android: null })),
  http.get('*/api/v1/user_medium_providers', () =>
    HttpResponse.json({ medium_providers: [], user_medium_provider_ids: [] }),
  ),
  http.get('*/api/v1/countries', () =>
    HttpResponse.json({ countries: [{ code: 'US', name: 'United States', titles: 1 }] }),
  ),
  http.get('*/api/v1/media/rating_history', () => HttpResponse.json(mediaPage([]))),
  http.get('*/api/v1/news', () => HttpResponse.json({ news: [], pagination: pagination(0) })),
  http.get('*/api/v1/up_next', () => HttpResponse.json({ up_next: [], pagination: pagination(0) })),
  http.get('*/api/v1/wishes', () => HttpResponse.json({ wishes: [] })),
  http.get('*/api/v1/taste', () => HttpResponse.json(makeTaste())),
  http.get('*/api/v1/plans', () => HttpResponse.json({ plans: [], trial_days: 30 })),
  http.get('*/api/v1/plans/invoices', () => HttpResponse.json({ invoices: [], pagination: pagination(0) })),
  http.post('*/users/sign_out', () => new HttpResponse(null, { status: 204 })),
];

export const server = setupServer(...defaultHandlers);

/** A call that a handler received. */
export interface SeenCall {
  body: unknown;
  token: string | null;
  url: URL;
}

/** An error reply in the wire's envelope. */
export interface Refusal {
  status: number;
  error: ErrorCode;
  message?: string;
  errors?: Record<string, string[]>;
}

function isRefusal(reply: object | null): reply is Refusal {
  return reply !== null && 'status' in reply && 'error' in reply;
}

type Answer<K extends RouteKey> = CallReply<K> | Refusal | 'no answer';

/**
 * Sets the reply to one call of the route table.
 * @param reply may be a function of the request; `null` answers 204, and `'no answer'` breaks the connection
 * @returns the requests in order, including later requests
 */
export function answer<K extends RouteKey>(
  key: K,
  reply: Answer<K> | ((call: SeenCall) => Answer<K> | Promise<Answer<K>>),
): SeenCall[] {
  const seen: SeenCall[] = [];
  const [method = 'get', path = ''] = key.split(' ');
  const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  server.use(
    http[name](`*${path.replace(/\{(\w+)\}/g, ':$1')}`, async ({ request }) => {
      const text = await request.text();
      const call: SeenCall = {
        body: text === '' ? null : JSON.parse(text),
        token: request.headers.get('authorization'),
        url: new URL(request.url),
      };
      seen.push(call);
      const given = typeof reply === 'function' ? await reply(call) : reply;
      if (given === 'no answer') return HttpResponse.error();
      if (given === null) return new HttpResponse(null, { status: 204 });
      if (typeof given === 'object' && isRefusal(given)) {
        const { status, error, message = 'Refused.', errors } = given;
        return HttpResponse.json({ error, message, ...(errors && { errors }) }, { status });
      }
      return HttpResponse.json(given as Record<string, unknown>);
    }),
  );
  return seen;
}

/** Returns a user as in a reply of the server, by default a member. */
export function makeUser(part: Partial<User> = {}): User {
  return {
    id: 1,
    access_token: 'token-of-a-member',
    signup_step: 5,
    trial_or_subscribed: true,
    has_creation_trial: true,
    trial_ends_at: '2026-12-21T00:00:00.000Z',
    current_period_end: null,
    product_id: null,
    product_name: null,
    price_id: null,
    subscription_status: null,
    subscribed: false,
    subscription_canceled: false,
    subscription_processor: null,
    plan_read_only: false,
    store_account_token: '0f8fad5b-d9cb-469f-a165-70867728950e',
    pending_referral_source: false,
    first_name: null,
    last_name: null,
    email: 'ada@example.com',
    email_verified: true,
    pending_email: null,
    phone_number: null,
    gender: null,
    birthdate: null,
    display_name: 'ada',
    push_preferences: { episode: false, saved: false, invitation: false, round: false },
    quiet_hours: null,
    monthly_export: false,
    critical_rating_source: 'none',
    add_tags_while_rating: true,
    unavailable_titles: false,
    hide_spoilers: true,
    preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
    notification_preferences: {
      shared_list: true,
      added_medium_to_list: true,
      removed_medium_from_list: true,
      deleted_list: true,
      accepted_list: true,
      rate_movie_watched: true,
    },
    digest_preferences: { news: true, leaving_soon: false, new_on_services: false },
    country: 'US',
    time_zone: 'UTC',
    rating_count: 12,
    ...part,
  };
}
