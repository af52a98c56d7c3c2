import { z } from 'zod';
import { KEY_NAME_MAX } from './constants.ts';
import { described } from './described.ts';
import { Id, Line, Timestamp } from './primitives.ts';

/** What a personal key may do. `feed` opens addresses to read, and is no token. */
export const KeyScope = z.enum(['read', 'write', 'feed']);
export type KeyScope = z.infer<typeof KeyScope>;

/** A personal key, without its secret. */
export const PersonalKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(KeyScope),
  /** The first characters of the secret, by which its user tells keys apart. */
  prefix: z.string(),
  created_at: Timestamp,
  last_used_on: z.iso.date().nullable(),
  /** The key ends when this day begins in UTC. */
  expires_on: z.iso.date().nullable(),
});
export type PersonalKey = z.infer<typeof PersonalKey>;

export const CreateKey = z.object({
  key: z.object({
    name: Line(KEY_NAME_MAX, 'Name is required'),
    scopes: z
      .array(KeyScope)
      .min(1, 'Please choose at least one scope')
      .max(3)
      .overwrite((scopes) => [...new Set(scopes)])
      .refine((scopes) => !scopes.includes('feed') || scopes.length === 1, {
        error: 'A key for addresses has no other scope',
      })
      .register(described, { examples: [['read']] }),
    expires_on: z.iso
      .date()
      .nullish()
      .register(described, { examples: ['2099-12-31'] }),
  }),
});
export type CreateKey = z.output<typeof CreateKey>;

/** What an address to read answers: the calendar, or titles in one of three forms. */
export const FeedFile = z
  .string()
  .regex(/^calendar\.ics$|^(watch_later|picks|diary|list-[1-9]\d{0,9})\.(json|rss|imdb\.json)$/);

export const KeysReply = z.object({ keys: z.array(PersonalKey) });
export const NewKeyReply = z.object({ key: PersonalKey, secret: z.string() });
export type NewKey = z.infer<typeof NewKeyReply>;
