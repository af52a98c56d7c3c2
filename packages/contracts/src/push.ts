import { z } from 'zod';
import { PUSH_ENDPOINT_MAX } from './constants.ts';
import { described } from './described.ts';

/** What a member can be told of while the app is closed. */
export const PushPreferences = z.object({
  episode: z.boolean(),
  saved: z.boolean(),
  invitation: z.boolean(),
  round: z.boolean(),
});
export type PushPreferences = z.infer<typeof PushPreferences>;

const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is written like 22:00')
  .register(described, { examples: ['22:00'] });

/** In the time zone of the user. Nothing is pushed from `from` to `to`, also over midnight. */
export const SaveQuietHours = z.object({ from: TimeOfDay, to: TimeOfDay });
export const QuietHours = z.object({ from: z.string(), to: z.string() });
export type QuietHours = z.infer<typeof QuietHours>;

const Endpoint = z
  .url({ protocol: /^https?$/, error: 'Endpoint must be an address' })
  .max(PUSH_ENDPOINT_MAX)
  .register(described, { examples: ['https://push.example.com/send/4f1c'] });

/** The keys of a browser (RFC 8291): a point of P-256, and a secret of 16 bytes. */
const keyOf = (characters: number, examples: string[]) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`))
    .register(described, { examples });

export const SavePushSubscription = z.object({
  subscription: z.object({
    endpoint: Endpoint,
    keys: z.object({
      p256dh: keyOf(87, [
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ]),
      auth: keyOf(22, ['BTBZMqHH6r4Tts7J_aSIgg']),
    }),
  }),
});
export type SavePushSubscription = z.infer<typeof SavePushSubscription>;

export const DeletePushSubscription = z.object({ endpoint: Endpoint });

export const PushReply = z.object({
  /** The VAPID key of the server (RFC 8292). Null where the server sends no pushes. */
  public_key: z.string().nullable(),
});

/** What a service worker gets, as JSON. */
export interface PushMessage {
  title: string;
  body: string;
  /** The address in the web app that the message speaks of. */
  path: string;
  /** A later message with the same tag takes the place of the earlier one. */
  tag: string;
}
