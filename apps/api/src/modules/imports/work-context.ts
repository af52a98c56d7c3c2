import type { FastifyBaseLogger } from 'fastify';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { ImportChangesRepository } from './import-changes.repository.ts';
import type { ImportEpisodesRepository } from './import-episodes.repository.ts';
import type { ImportListsRepository } from './import-lists.repository.ts';
import type { ImportTitlesRepository } from './import-titles.repository.ts';
import type { ImportUndoRepository } from './import-undo.repository.ts';
import type { ImportsRepository } from './imports.repository.ts';
import type { TitleLookupRepository } from './matching/title-lookup.repository.ts';
import type { ImportWaitingRepository } from './matching/waiting.repository.ts';

export interface ImportRepos {
  accounts: { findTimeZone(userId: number): Promise<string | null> };
  imports: ImportsRepository;
  importTitles: ImportTitlesRepository;
  importLists: ImportListsRepository;
  importEpisodes: ImportEpisodesRepository;
  importChanges: ImportChangesRepository;
  importUndo: ImportUndoRepository;
  importWaiting: ImportWaitingRepository;
  titleLookup: TitleLookupRepository;
  outbox: OutboxRepository;
}

export interface WorkContext {
  repos: ImportRepos;
  withTransaction: WithTransaction<ImportRepos>;
  email: Pick<EmailService, 'getStanding'>;
  log: FastifyBaseLogger;
}
