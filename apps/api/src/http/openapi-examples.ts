type Json = Record<string, unknown>;

/**
 * Examples by the name of a field, or by `parent.field` where a name has several meanings. They are the values of one
 * invented member, so that the calls of the document read as one story. A field with `undefined` is left out.
 */
const EXAMPLES: Record<string, unknown> = {
  account_name: 'fay',
  action: 'added',
  'last_change.title': 'Coraline',
  advice: 'Without Hulu you would pay $7.99 less a month and lose 3 titles.',
  age_rating: 'PG',
  age_ratings: ['G', 'PG', 'PG-13', 'R'],
  amount_due: 0,
  average: 7.4,
  backdrop_url: 'https://marquee.example/images/backdrops/318.svg?v=3',
  bands: [{ member_id: 2, from: 70 }],
  birthdate: '1990-12-31',
  by: 'Fay',
  'totals.by_genre': [{ id: 7, name: 'Animation', count: 12, average: 7.9 }],
  by_year: [{ year: 2026, count: 41 }],
  certainty: 0.8,
  'invitation.email': 'ben@example.com',
  'share_items.email': 'ben@example.com',
  cancel_url: 'https://marquee.example/checkout_canceled',
  code: 'Vb3nQ0s8ZtL2',
  'round.code': 'k7m2x9pqa4hd3',
  'rounds.code': 'k7m2x9pqa4hd3',
  'user_list.code': null,
  'user_lists.code': null,
  'share_user_lists.code': null,
  'countries.code': 'US',
  'countries.name': 'United States',
  confidence: 0.97,
  content: 'Could Discover remember where I was?',
  count: 12,
  count_media: 14,
  country: 'US',
  critical_rating: 80,
  currency: 'USD',
  main_currency: 'USD',
  current_page: 1,
  date: '2026-11-24',
  description: 'Everything, month by month.',
  details: null,
  display_name: 'fay',
  'share_items.display_name': 'ben',
  effect: 0.6,
  'because.effect': 'raised',
  email: 'fay@example.com',
  pending_email: null,
  error: 'invalid',
  errors: [],
  failure: null,
  failure_code: null,
  first_charge_amount: 399,
  first_name: 'Fay',
  from: 2025,
  to: 2026,
  full_name: 'Henry Selick',
  genre: 'Animation',
  genres: ['Animation', 'Fantasy', 'Family'],
  'taste.genres': [{ id: 7, name: 'Animation', effect: 0.6, certainty: 0.8 }],
  'taste.decades': [{ id: 2000, name: '2000s', effect: 0.2, certainty: 0.6 }],
  'taste.people': [{ id: 24, name: 'Henry Selick', effect: 0.4, certainty: 0.5 }],
  group_vote: { mine: 'yes', yes: 2 },
  guest_key: 'g7d0c2f4b8a91e63',
  guest_token: 'eyJyIjoxfQ.c2ln',
  has_more: false,
  host: 1,
  host_name: 'Fay',
  hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/test_1',
  id: 318,
  'user.id': 1,
  'user_list.id': 42,
  'user_lists.id': 42,
  'share_user_lists.id': 42,
  'medium_provider.id': 8,
  'medium_providers.id': 8,
  'plans.id': 1,
  'pricings.id': 'price_monthly',
  'invoices.id': 'in_1',
  'grouped_media.id': 'genre-7',
  'row.id': 'genre-7',
  'members.id': 1,
  image: 'https://marquee.example/images/people/24.svg?v=3',
  'medium_provider.image': 'https://marquee.example/images/providers/netflix.svg',
  'medium_providers.image': 'https://marquee.example/images/providers/netflix.svg',
  inviter_name: 'fay',
  interval: 'month',
  ios: null,
  android: null,
  last_name: 'Castle',
  leaving_on: null,
  likelyhood: 8.6,
  list: 'Sunday list',
  list_name: 'Sunday list',
  lists: ['Sunday list'],
  'counts.lists': 1,
  max_age_rating: 'PG-13',
  me: 1,
  medium_id: 318,
  medium_providers_ids: [8, 15],
  medium_provider_ids: [8, 15],
  user_medium_provider_ids: [8, 15],
  'wishes.medium_id': null,
  'wish.medium_id': null,
  message: 'Thank you, we have got your message.',
  'contact.message': 'I cannot find the receipt of my payment.',
  minutes: 100,
  monthly_in_cents: 2348,
  name: 'fay',
  'user_list.name': 'Sunday list',
  'user_lists.name': 'Sunday list',
  'share_user_lists.name': 'Sunday list',
  'medium_provider.name': 'Netflix',
  'medium_providers.name': 'Netflix',
  'shared.name': 'Henry Selick',
  'shared.kind': 'director',
  'directors.name': 'Henry Selick',
  'cast.name': 'Dakota Fanning',
  'plans.name': 'Monthly',
  next_amount: 399,
  number: 'MQ-0001',
  only_here: 4,
  'medium.titles': { pl: 'Koralina i tajemnicze drzwi' },
  'media.titles': { pl: 'Koralina i tajemnicze drzwi' },
  local_title: null,
  overview: 'A girl finds a door to another house, where everything is better, and nothing is right.',
  owner_name: 'fay',
  page_count: 1,
  parameters: undefined,
  password: 'popcorn 4 two',
  password_confirmation: 'popcorn 4 two',
  person: { id: 24, full_name: 'Henry Selick', image: null },
  person_id: 24,
  'cast.person_id': 25,
  phone_number: '5550100123',
  plan_id: 'monthly',
  position: 3,
  poster_url: 'https://marquee.example/images/posters/318.svg?v=3',
  price: 0,
  price_id: 'price_monthly',
  price_in_cents: 399,
  'services.price_in_cents': 1549,
  'prices.price_in_cents': 1549,
  price_plan: 'Standard',
  price_source: 'sample',
  processor: 'apple',
  product_id: null,
  product_name: null,
  profile: 'Fay',
  profiles: [],
  columns: [],
  progress: 100,
  provider_medium_id: 5071,
  'provider_medium.id': 5071,
  provider: 'altcha',
  quality: 'HD',
  query: 'the snow queen',
  rating: 9,
  'medium.rating': null,
  'media.rating': null,
  ratings: 41,
  'round.ratings': 9,
  rating_count: 41,
  reach: 12.4,
  reason: 'Because you gave The Nightmare Before Christmas five stars.',
  recaptcha: 'eyJjaGFsbGVuZ2UiOnt9fQ==',
  redirect_url: 'https://checkout.stripe.com/c/pay/cs_1',
  referral_source: 3,
  release_year: 2009,
  reset_password_token: 'd41d8cd98f00b204',
  return_url: 'https://marquee.example/settings',
  runtime_minutes: 100,
  seasons: null,
  session_id: 'cs_test_1',
  share_code: 'q3wXb81LzR0',
  site_key: undefined,
  sorted_medium_ids: '318,862,585',
  source: 'letterboxd',
  'provider_medium.source': 'tmdb',
  status: 'paid',
  store_account_token: '0f8fad5b-d9cb-469f-a165-70867728950e',
  subject: 'My receipt',
  subscription_status: null,
  subscription_processor: null,
  success_url: 'https://marquee.example/checkout_success/',
  tag: 'rewatch',
  tag_list: ['rewatch'],
  tags: ['rewatch'],
  by_tag: [{ tag: 'rewatch', count: 3 }],
  title: 'Coraline',
  'grouped_media.title': 'Animation',
  'row.title': 'Animation',
  'medium_genre.title': 'Animation',
  to_watch_later: true,
  token: 'opaque-token-of-the-store',
  total_count: 1,
  trial_days: 30,
  type: 'movie',
  url: 'https://marquee.example/hooks/watched/q1w2e3r4t5',
  'provider_medium.url': 'https://www.netflix.com/title/70106454',
  user_list_id: 42,
  user_list_ids: [42],
  version: 4,
  video_url: null,
  winner: null,
  winner_title: null,
  wish: { id: 5, query: 'the snow queen', medium_id: null, state: 'waiting' },
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  signup_step: 4,
  titles: 4211,
  'import.id': 9,
  'imports.id': 9,
  year: 2009,
};

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an example of a JSON schema: of every field the example with its name, else a value that the schema allows.
 * `components` resolves references.
 */
export function exampleOf(schema: Json, components: Json = {}, name = '', parent = ''): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('default' in schema) return schema.default;
  const known = [`${parent}.${name}`, name].find((key) => key in EXAMPLES);
  if (known !== undefined && (EXAMPLES[known] === undefined || isAllowed(schema, EXAMPLES[known])))
    return EXAMPLES[known];
  if (typeof schema.$ref === 'string') {
    const target = components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return isJson(target) ? exampleOf(target, components, name, parent) : {};
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return exampleOf(choices.find(isJson) ?? {}, components, name, parent);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJson(schema.properties) ? schema.properties : {}).flatMap(([key, inner]) =>
          isJson(inner) ? [[key, exampleOf(inner, components, key, name || parent)]] : [],
        ),
      );
    case 'array':
      return isJson(schema.items) ? [exampleOf(schema.items, components, name, parent)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    case 'string':
      return schema.format === 'date-time'
        ? '2026-11-24T19:30:00.000Z'
        : schema.format === 'date'
          ? '2026-11-24'
          : 'text';
    default:
      return null;
  }
}

/** Returns whether a value may stand for a schema, by its type alone. */
function isAllowed(schema: Json, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.some((choice) => isJson(choice) && isAllowed(choice, value));
  if ('const' in schema) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (value === undefined) return false;
  switch (schema.type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJson(value);
    case 'integer':
    case 'number':
      return typeof value === 'number';
    default:
      return schema.type === typeof value || (typeof schema.$ref === 'string' && isJson(value));
  }
}
