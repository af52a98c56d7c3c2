import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer } from '../../../../test/server.ts';

const root = join(import.meta.dirname, '../../../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The tables about people, each with words of the policy that tell of it. */
const TABLES: Record<string, string> = {
  users: 'email address',
  user_preferences: 'settings',
  taste_groups: 'names that you give to your tastes',
  password_resets: 'Codes that we mail',
  email_codes: 'Codes that we mail',
  deletion_codes: 'Codes that we mail',
  deletion_attempts: 'Codes that we mail',
  previous_emails: 'earlier ones',
  ended_tokens: 'sessions have ended',
  password_confirmations: 'sessions have ended',
  bot_check_proofs: 'bot checks',
  referral_sources: 'heard of us',
  user_wrong_offers: 'report as wrong',
  user_medium_ratings: 'ratings',
  user_medium_hiddens: 'hidden titles',
  user_medium_seen: 'seen, on which day and how often',
  user_series: 'which episodes',
  user_episodes: 'which episodes',
  user_episode_undos: 'which episodes',
  user_series_changes: 'which episodes',
  user_medium_settings: 'settings',
  user_interactions: 'links to streaming services you follow',
  user_medium_providers: 'services and genres you pick',
  user_medium_genres: 'services and genres you pick',
  user_provider_prices: 'a service costs you',
  user_not_tonight: 'put off for the evening',
  user_wishes: 'ask us for',
  user_news_mails: 'which news our emails have named',
  push_subscriptions: 'where your browser takes them',
  pushes_sent: 'what you were told of',
  personal_keys: 'Keys for scripts',
  watch_hooks: 'account names that you enter',
  watch_events: 'which titles were watched',
  watch_reports: 'last fifty reports',
  taste_posters: 'picture of your taste',
  year_posters: 'or of your year',
  rounds: 'Evenings together',
  round_members: 'who took part in a round',
  round_invitations: 'was invited or waits',
  round_waiting: 'was invited or waits',
  round_votes: 'ratings and votes',
  round_ratings: 'ratings and votes',
  user_imports: 'Files that you import',
  user_import_parts: 'Files that you import',
  user_import_headers: 'columns of a table mean',
  user_import_rows: 'what they changed',
  user_import_titles: 'what they changed',
  user_import_changes: 'which titles came from them',
  user_import_waiting: 'titles that we do not have yet',
  user_lists: 'lists and who you share them with',
  user_list_media: 'lists and who you share them with',
  user_list_shares: 'lists and who you share them with',
  user_list_departures: 'lists and who you share them with',
  checkout_attempts: 'payments that you began',
  billing_locks: 'payments that you began',
  plan_places: 'which plan you have',
  trial_addresses: 'A free trial is given once',
  stripe_events: 'messages from them for 30 days',
  store_notifications: 'messages from them for 30 days',
  store_subscriptions: 'your numbers at Stripe, Apple or Google',
  outbox: 'emails until they are sent',
  feedbacks: 'feedback and contact messages',
  contact_messages: 'feedback and contact messages',
  mail_suppressions: 'refuses our invitations',
  recommender_models: 'train a model',
  recommender_model_parts: 'train a model',
};
/** Tables that say nothing of anybody who uses Marquee. */
const CATALOGUE =
  /^(media|series_facts|series_changes|seasons|episodes|genres|media_genres|people|credits|medium_\w+|provider_\w+|source_\w+|tvmaze_shows|system_medium_tags|plans|pricings)$/;

/** The files that store something in a browser, each with words of the policy that tell of it. */
const STORES: Record<string, string> = {
  'app/shell/native-app.ts': 'which pages the app was tried for',
  'app/routes/together/rate-winner.tsx': 'which evening we have asked about',
  'features/sign-up/hooks/use-draft.ts': 'unfinished sign-up',
  'features/search/recent-searches.ts': 'latest searches',
  'features/rounds/api.ts': 'your place in a round as a guest',
  'features/series/up-next-hint.ts': 'whether a series waits in Up next',
  'features/titles/filters.ts': 'your filters',
  'features/offline/offline.worker.ts': 'with the files of this app',
  'lib/session/redirect-to.ts': 'the page to return to',
  'lib/session/known-access.ts': 'until when you are a member',
  'lib/session/token.ts': 'a login token',
  'lib/storage/theme.ts': 'your theme',
  'lib/storage/offline-lists.ts': 'lists are saved there',
  'lib/storage/consent.ts': 'cookie notice',
};

async function readPolicy(): Promise<string> {
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  renderApp('/privacy');
  await screen.findByRole('heading', { name: 'What we keep' });
  return (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ');
}

test('the privacy policy names every table that holds something about people', async () => {
  const policy = await readPolicy();
  const models = read('prisma/schema.prisma').matchAll(/^model \w+ \{.*?@@map\("(\w+)"\)/gms);
  const unnamed = [...models]
    .map(([, table = '']) => table)
    .filter((table) => !CATALOGUE.test(table) && !policy.includes(TABLES[table] ?? `the table ${table}`));
  expect(unnamed).toEqual([]);
});

test('the privacy policy names everything that the web app stores in a browser', async () => {
  const policy = await readPolicy();
  const source = join(root, 'apps/web/src');
  const writes = /writeStored\(|Storage\.setItem\(|OFFLINE_LISTS =|caches\.open\(|document\.cookie =/;
  const unnamed = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.|lib\/storage\/storage\.ts$/.test(file))
    .filter((file) => writes.test(readFileSync(join(source, file), 'utf8')))
    .filter((file) => !policy.includes(STORES[file] ?? `the file ${file}`));
  expect(unnamed).toEqual([]);
});
