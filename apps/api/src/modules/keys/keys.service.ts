import type { CreateKey, NewKey, PersonalKey } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import { hashToken } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import { createKeySecret } from '#src/http/personal-keys.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { FreshSession } from '#src/modules/accounts/fresh-session.ts';
import { mapKey } from './keys.mapper.ts';
import type { KeysRepository } from './keys.repository.ts';

interface Dependencies {
  repos: { keys: KeysRepository };
  withTransaction: WithTransaction<{ keys: KeysRepository; accounts: Pick<AccountsRepository, 'lock'> }>;
  freshSession: Pick<FreshSession, 'require'>;
}

/** So much of a secret is stored as it is and shown in lists: 24 of its 256 bits. */
const PREFIX_LENGTH = 'mq_'.length + 4;

/**
 * Makes, lists and revokes the personal keys of a user. `http/personal-keys.ts` recognizes them, and whatever ends every token
 * ends them too (`accounts.repository.ts`). The trigger `personal_keys_cap` refuses more than CAPS allows.
 */
export const createKeysService = ({ repos, withTransaction, freshSession }: Dependencies) => ({
  async list({ userId }: Ctx): Promise<{ keys: PersonalKey[] }> {
    return { keys: (await repos.keys.list(userId)).map(mapKey) };
  },

  /**
   * Only this reply has the secret, so a repeated call makes another key.
   * @throws AppError `password_needed` for a session that is neither new nor confirmed: whoever has a stolen token must
   * not make a key that outlives it.
   */
  async create(caller: Caller, { key: given }: CreateKey): Promise<NewKey> {
    const expiresOn = given.expires_on ?? null;
    if (expiresOn !== null && expiresOn <= new Date().toISOString().slice(0, 10))
      throw fieldError('expires_on', 'The day must be after today');
    await freshSession.require(caller);
    const secret = createKeySecret();
    const row = await withTransaction(async (tx) => {
      const { tokenVersion } = await tx.accounts.lock(caller.userId);
      // The session may have ended while the call waited, and its end revokes keys only once.
      if (tokenVersion !== caller.tokenVersion) throw new AppError('unauthorized');
      tx.changed.add(caller.userId);
      return tx.keys.create(caller.userId, {
        name: given.name,
        scopes: given.scopes,
        secretHash: hashToken(secret),
        prefix: secret.slice(0, PREFIX_LENGTH),
        expiresOn: expiresOn === null ? null : new Date(`${expiresOn}T00:00:00Z`),
      });
    }, `user ${caller.userId}`);
    return { key: mapKey(row), secret };
  },

  /** Does nothing when the caller has no such key, so it may be repeated. */
  delete: ({ userId }: Ctx, id: number): Promise<void> => repos.keys.delete(userId, id),
});

export type KeysService = ReturnType<typeof createKeysService>;
