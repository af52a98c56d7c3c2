import type { Db } from '#src/data/database.ts';
import { createOutboxRepository } from '#src/jobs/outbox.repository.ts';
import { createOutboxWorkRepository } from '#src/jobs/outbox-work.repository.ts';
import { createUpkeepRepository } from '#src/jobs/upkeep.repository.ts';
import { createMailFactsRepository } from '#src/mail/mail-facts.repository.ts';
import { createUnsubscribeRepository } from '#src/mail/unsubscribe.repository.ts';
import { createAccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import { createCodesRepository } from '#src/modules/accounts/codes.repository.ts';
import { createExportRepository } from '#src/modules/accounts/export.repository.ts';
import { createProofsRepository } from '#src/modules/accounts/proofs.repository.ts';
import { createInteractionsRepository } from '#src/modules/interactions/interactions.repository.ts';
import { createListMediaRepository } from '#src/modules/lists/list-media.repository.ts';
import { createListSharesRepository } from '#src/modules/lists/list-shares.repository.ts';
import { createListsRepository } from '#src/modules/lists/lists.repository.ts';
import { createMessagesRepository } from '#src/modules/messages/messages.repository.ts';
import { createAttemptsRepository } from '#src/modules/plans/attempts.repository.ts';
import { createBillingRepository } from '#src/modules/plans/billing.repository.ts';
import { createLocksRepository } from '#src/modules/plans/locks.repository.ts';
import { createPlacesRepository } from '#src/modules/plans/places.repository.ts';
import { createPlansRepository } from '#src/modules/plans/plans.repository.ts';
import { createStoreRepository } from '#src/modules/plans/store/store.repository.ts';
import { createStripeEventsRepository } from '#src/modules/plans/stripe-events.repository.ts';
import { createTrialsRepository } from '#src/modules/plans/trials.repository.ts';
import { createPreferencesRepository } from '#src/modules/preferences/preferences.repository.ts';
import { createRatingsRepository } from '#src/modules/ratings/ratings.repository.ts';
import { createModelsRepository } from '#src/titles/cards/models.repository.ts';
import { createPeopleRepository } from '#src/titles/feeds/people.repository.ts';
import { createMembersRepository } from '#src/titles/members/members.repository.ts';
import { createTasteRepository } from '#src/titles/members/taste.repository.ts';

/** All repositories over one connection or one transaction. */
export const createRepositories = (db: Db) => ({
  accounts: createAccountsRepository(db),
  codes: createCodesRepository(db),
  exports: createExportRepository(db),
  messages: createMessagesRepository(db),
  preferences: createPreferencesRepository(db),
  proofs: createProofsRepository(db),
  members: createMembersRepository(db),
  taste: createTasteRepository(db),
  outbox: createOutboxRepository(db),
  outboxWork: createOutboxWorkRepository(db),
  mailFacts: createMailFactsRepository(db),
  unsubscribe: createUnsubscribeRepository(db),
  upkeep: createUpkeepRepository(db),
  models: createModelsRepository(db),
  plans: createPlansRepository(db),
  attempts: createAttemptsRepository(db),
  billing: createBillingRepository(db),
  locks: createLocksRepository(db),
  places: createPlacesRepository(db),
  store: createStoreRepository(db),
  stripeEvents: createStripeEventsRepository(db),
  trials: createTrialsRepository(db),
  lists: createListsRepository(db),
  listMedia: createListMediaRepository(db),
  listShares: createListSharesRepository(db),
  ratings: createRatingsRepository(db),
  interactions: createInteractionsRepository(db),
  people: createPeopleRepository(db),
});

export type Repositories = ReturnType<typeof createRepositories>;
