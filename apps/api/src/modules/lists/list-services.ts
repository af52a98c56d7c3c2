import type { WithTransaction } from '#src/data/database.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { MailLimits } from '#src/modules/accounts/mail-limits.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { createInvitationMails } from './invitation-mails.ts';
import { createInvitationsService } from './invitations.service.ts';
import type { ListRepositories } from './list-access.ts';
import { createListOrders } from './list-orders.ts';
import { createListPresenter } from './list-presenter.ts';
import { createListTitlesService } from './list-titles.service.ts';
import { createListsService, type ListWrites } from './lists.service.ts';
import { createSharingService } from './sharing.service.ts';

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListWrites>;
  users: Pick<UserCache, 'getTaste'>;
  email: Pick<EmailService, 'prove' | 'getStanding'>;
  limits: Pick<Limits, 'take' | 'takeAll' | 'takeCall' | 'tryTake' | 'giveBack'>;
  mailLimits: Pick<MailLimits, 'tryTake'>;
}

/** Builds the services of lists with one shared cache of orders and one presenter. */
export function createListServices({
  repos,
  withTransaction,
  users,
  limits,
  mailLimits,
  email,
}: Dependencies) {
  const orders = createListOrders(repos.listMedia);
  const presenter = createListPresenter({ repos, orders, users });
  const shared = { repos, withTransaction, presenter, orders, limits };
  return {
    lists: createListsService(shared),
    listTitles: createListTitlesService(shared),
    sharing: createSharingService({
      ...shared,
      invitationMails: createInvitationMails({ email, limits, mailLimits }),
    }),
    invitations: createInvitationsService({ ...shared, email }),
  };
}
