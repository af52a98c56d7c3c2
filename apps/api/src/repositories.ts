import type { Db } from '#src/data/database.ts';
import type { Read } from '#src/data/reader.ts';
import { createMetricsRepository } from '#src/http/metrics.repository.ts';
import { createOutboxRepository } from '#src/jobs/outbox.repository.ts';
import { createOutboxWorkRepository } from '#src/jobs/outbox-work.repository.ts';
import { createUpkeepRepository } from '#src/jobs/upkeep.repository.ts';
import { createMailFactsRepository } from '#src/mail/mail-facts.repository.ts';
import { createUnsubscribeRepository } from '#src/mail/unsubscribe.repository.ts';
import { createAccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import { createCodesRepository } from '#src/modules/accounts/codes.repository.ts';
import { createOperatorsRepository } from '#src/modules/accounts/operators.repository.ts';
import { createProofsRepository } from '#src/modules/accounts/proofs.repository.ts';
import { createSeriesRepository } from '#src/modules/catalogue/series/series.repository.ts';
import { createStatusRepository } from '#src/modules/catalogue/status.repository.ts';
import { createCalendarRepository } from '#src/modules/episodes/calendar.repository.ts';
import { createEpisodesRepository } from '#src/modules/episodes/episodes.repository.ts';
import { createFeedsRepository } from '#src/modules/feeds/feeds.repository.ts';
import { createHistoryCsvRepository } from '#src/modules/imports/history-csv.repository.ts';
import { createImportChangesRepository } from '#src/modules/imports/import-changes.repository.ts';
import { createImportEpisodesRepository } from '#src/modules/imports/import-episodes.repository.ts';
import { createImportListsRepository } from '#src/modules/imports/import-lists.repository.ts';
import { createImportTitlesRepository } from '#src/modules/imports/import-titles.repository.ts';
import { createImportUndoRepository } from '#src/modules/imports/import-undo.repository.ts';
import { createImportsRepository } from '#src/modules/imports/imports.repository.ts';
import { createTitleLookupRepository } from '#src/modules/imports/matching/title-lookup.repository.ts';
import { createImportWaitingRepository } from '#src/modules/imports/matching/waiting.repository.ts';
import { createInteractionsRepository } from '#src/modules/interactions/interactions.repository.ts';
import { createKeysRepository } from '#src/modules/keys/keys.repository.ts';
import { createListMediaRepository } from '#src/modules/lists/list-media.repository.ts';
import { createListSharesRepository } from '#src/modules/lists/list-shares.repository.ts';
import { createListsRepository } from '#src/modules/lists/lists.repository.ts';
import { createMessagesRepository } from '#src/modules/messages/messages.repository.ts';
import { createNewsRepository } from '#src/modules/news/news.repository.ts';
import { createOffersRepository } from '#src/modules/offers/offers.repository.ts';
import { createPicturesRepository } from '#src/modules/pictures/pictures.repository.ts';
import { createAttemptsRepository } from '#src/modules/plans/attempts.repository.ts';
import { createBillingRepository } from '#src/modules/plans/billing.repository.ts';
import { createLocksRepository } from '#src/modules/plans/locks.repository.ts';
import { createPlacesRepository } from '#src/modules/plans/places.repository.ts';
import { createPlansRepository } from '#src/modules/plans/plans.repository.ts';
import { createStoreRepository } from '#src/modules/plans/store/store.repository.ts';
import { createStripeEventsRepository } from '#src/modules/plans/stripe-events.repository.ts';
import { createTrialsRepository } from '#src/modules/plans/trials.repository.ts';
import { createPreferencesRepository } from '#src/modules/preferences/preferences.repository.ts';
import { createPushRepository } from '#src/modules/push/push.repository.ts';
import { createRatingsRepository } from '#src/modules/ratings/ratings.repository.ts';
import { createRoundsRepository } from '#src/modules/rounds/rounds.repository.ts';
import { createSeenRepository } from '#src/modules/seen/seen.repository.ts';
import { createTastePosterRepository } from '#src/modules/taste-poster/taste-poster.repository.ts';
import { createTonightRepository } from '#src/modules/tonight/tonight.repository.ts';
import { createWatchedRepository } from '#src/modules/watched/watched.repository.ts';
import { createWishesRepository } from '#src/modules/wishes/wishes.repository.ts';
import { createWorthRepository } from '#src/modules/worth/worth.repository.ts';
import { createModelsRepository } from '#src/titles/cards/models.repository.ts';
import { createPeopleRepository } from '#src/titles/pages/people.repository.ts';
import { createRatedRepository } from '#src/titles/pages/rated.repository.ts';
import { createAccessRepository } from '#src/titles/users/access.repository.ts';
import { createTasteRepository } from '#src/titles/users/taste.repository.ts';
import { createTasteGroupsRepository } from '#src/titles/users/taste-groups.repository.ts';

/** Creates all repositories over one client or one transaction. */
export const createRepositories = (db: Db) => ({
  accounts: createAccountsRepository(db),
  codes: createCodesRepository(db),
  operators: createOperatorsRepository(db),
  messages: createMessagesRepository(db),
  preferences: createPreferencesRepository(db),
  proofs: createProofsRepository(db),
  outbox: createOutboxRepository(db),
  outboxWork: createOutboxWorkRepository(db),
  mailFacts: createMailFactsRepository(db),
  unsubscribe: createUnsubscribeRepository(db),
  upkeep: createUpkeepRepository(db),
  metrics: createMetricsRepository(db),
  models: createModelsRepository(db),
  plans: createPlansRepository(db),
  attempts: createAttemptsRepository(db),
  billing: createBillingRepository(db),
  locks: createLocksRepository(db),
  places: createPlacesRepository(db),
  store: createStoreRepository(db),
  stripeEvents: createStripeEventsRepository(db),
  trials: createTrialsRepository(db),
  keys: createKeysRepository(db),
  push: createPushRepository(db),
  lists: createListsRepository(db),
  listMedia: createListMediaRepository(db),
  listShares: createListSharesRepository(db),
  interactions: createInteractionsRepository(db),
  ratings: createRatingsRepository(db),
  rounds: createRoundsRepository(db),
  tastePosters: createTastePosterRepository(db),
  tonight: createTonightRepository(db),
  seen: createSeenRepository(db),
  episodes: createEpisodesRepository(db),
  calendar: createCalendarRepository(db),
  watched: createWatchedRepository(db),
  wishes: createWishesRepository(db),
  worth: createWorthRepository(db),
  catalogueStatus: createStatusRepository(db),
  series: createSeriesRepository(db),
  news: createNewsRepository(db),
  offers: createOffersRepository(db),
  pictures: createPicturesRepository(db),
  people: createPeopleRepository(db),
  rated: createRatedRepository(db),
  tasteGroups: createTasteGroupsRepository(db),
  feeds: createFeedsRepository(db),
  historyCsv: createHistoryCsvRepository(db),
  imports: createImportsRepository(db),
  importTitles: createImportTitlesRepository(db),
  importLists: createImportListsRepository(db),
  importEpisodes: createImportEpisodesRepository(db),
  importChanges: createImportChangesRepository(db),
  importUndo: createImportUndoRepository(db),
  importWaiting: createImportWaitingRepository(db),
  titleLookup: createTitleLookupRepository(db),
});

/** Creates the repositories of what the caches of users keep, which pages wait for. They take no part in a transaction. */
export const createMemberRepositories = (read: Read) => ({
  access: createAccessRepository(read),
  taste: createTasteRepository(read),
});

export type MemberRepositories = ReturnType<typeof createMemberRepositories>;
export type Repositories = ReturnType<typeof createRepositories>;
