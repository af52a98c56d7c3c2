import { z } from 'zod';
import { Recaptcha, SignUp } from './accounts.ts';
import { MINIMUM_AGE } from './constants.ts';
import { described, param } from './described.ts';
import { Medium, MediumCard } from './media.ts';
import { GuestName } from './names.ts';
import { Id, Line, PageQuery, Pagination, Timestamp } from './primitives.ts';
import { Mood } from './tonight.ts';

export const ROUND_PEOPLE_MAX = 6;
/** A user hosts at most this many rounds that have not ended. */
export const ROUNDS_OPEN_MAX = 5;
export const ROUND_HOURS = 12;
/** After the end, guests read who won, and may keep their taste, for so long. */
export const ROUND_GUEST_HOURS = 12;
/** The short code of a round is valid for so long after the start, and only while the round is open. */
export const SHORT_CODE_MINUTES = 30;
/** People who came by the short code, and whom the host has neither let in nor refused. */
export const ROUND_WAITING_MAX = 10;
/** Who has not asked for so long no longer waits. Browsers let a hidden page run only once a minute. */
export const ROUND_WAITING_SECONDS = 90;
/** Titles of a deck to swipe, of the list to choose from, and of the deck that a guest rates. */
export const ROUND_DECK = 60;
export const ROUND_LIST = 10;
export const GUEST_DECK = 20;
/** With fewer people, a band of one person would follow from the order and the band of the other. */
export const BANDS_FROM_PEOPLE = 3;
export const ROUND_STREAMS_MAX = 3;
/** Time between two comments of an event stream, which keeps the connection open. */
export const ROUND_COMMENT_MS = 15_000;

export const RoundMode = z.enum(['list', 'swipe']);
export type RoundMode = z.infer<typeof RoundMode>;
export const RoundState = z.enum(['open', 'voting', 'decided', 'ended']);
export type RoundState = z.infer<typeof RoundState>;

/** The code of a round: 13 of 31 characters, which are 64 bits. Letters and digits that look alike are left out. */
export const RoundCode = param(
  z.string().regex(/^[2-9a-hjkmnp-z]{13}$/),
  'The code of the round, from its address.',
  'k7m2x9pqa4hd3',
);

/**
 * The code to type: six of the same characters as capitals. Every other letter and digit is taken for a wrong code, so that
 * a guess of a wrong form counts as one.
 */
export const ShortCode = param(
  z
    .string()
    .regex(/^[0-9A-Za-z]{6}$/)
    .toUpperCase(),
  'The short code of the round, as its host says it.',
  'K7M2X9',
);

export const RoundMember = z.object({
  id: Id,
  name: z.string(),
  guest: z.boolean(),
  ready: z.boolean(),
  show_match: z.boolean(),
});
export type RoundMember = z.infer<typeof RoundMember>;

export const Vote = z.enum(['yes', 'no']);
export type Vote = z.infer<typeof Vote>;

/** A title of a round. It has no likelihood, rating or reason, neither of the caller nor of others. */
export const RoundMedium = MediumCard.extend({
  overview: Medium.shape.overview,
  themes: Medium.shape.themes,
  group_vote: z.object({ mine: Vote.nullable(), yes: z.int() }),
  /** From three people on: the likelihood of those who show theirs, as the lower end of ten per cent. */
  bands: z.array(z.object({ member_id: Id, from: z.int().min(0).max(90) })).optional(),
  /** From three people on: who has answered, yes or no. */
  answered: z.array(Id).optional(),
});

export const Round = z.object({
  id: Id,
  code: z.string(),
  /** To type at `/together`. Null unless the round is open and younger than thirty minutes. */
  short_code: z.string().nullable(),
  /** The member who started the round. Null when this member has left. */
  host: Id.nullable(),
  host_name: z.string().nullable(),
  mode: RoundMode,
  state: RoundState,
  /** Raised by every change that others can see. */
  version: z.int(),
  created_at: Timestamp,
  expires_at: Timestamp,
  minutes: z.int().nullable(),
  mood: Mood.nullable(),
  max_age_rating: z.string().nullable(),
  /** The caller's id among the members. */
  me: Id,
  members: z.array(RoundMember),
  /** Those who came by the short code and wait to be let in. Empty but for the host. */
  waiting: z.array(z.object({ id: Id, name: z.string() })),
  media: z.array(RoundMedium),
  /** The id of a title. */
  winner: Id.nullable(),
  winner_title: z.string().nullable(),
  /** Of the winner: one thing that it is about, for each member who likes that, in words after "likes". Empty before the decision. */
  fits: z.array(z.object({ member_id: Id, text: z.string() })),
  /** Of the winner: on which streaming services it plays for each member who has chosen one of them. Empty before the decision. */
  plays: z.array(z.object({ member_id: Id, medium_provider_ids: z.array(Id) })),
});
export type Round = z.infer<typeof Round>;

/** A round that the caller is invited to and has not joined. */
export const InvitedRound = z.object({
  id: Id,
  code: z.string(),
  host_name: z.string().nullable(),
  mode: RoundMode,
  state: RoundState,
  expires_at: Timestamp,
  invited: z.literal(true),
});
export type InvitedRound = z.infer<typeof InvitedRound>;

export const RoundSummary = Round.omit({ media: true, fits: true, plays: true });
export type RoundSummary = z.infer<typeof RoundSummary>;

export const CreateRound = z.object({
  mode: RoundMode,
  companion_ids: z
    .array(Id)
    .max(ROUND_PEOPLE_MAX - 1)
    // The example names no companions, because ids of another caller's companions are refused.
    .register(described, { examples: [[]] })
    .optional(),
  minutes: z.literal([30, 100]).optional(),
  mood: Mood.optional(),
  /** The age rating of a country or a plain age, such as PG-13 or 12+. */
  max_age_rating: Line(20, 'Please name an age rating')
    .register(described, { examples: ['PG-13'] })
    .optional(),
});
export type CreateRound = z.infer<typeof CreateRound>;

export const JoinRound = z.object({
  name: GuestName.optional(),
  /** Kept by the client of a guest, so that a repeated call is the same guest. */
  guest_key: z
    .string()
    .min(16)
    .max(64)
    .regex(/^[\x21-\x7e]+$/)
    .register(described, { examples: ['g7d0c2f4b8a91e63'] })
    .optional(),
});
export type JoinRound = z.infer<typeof JoinRound>;

/** `guest_key` is required of guests, who have no other proof that they are the one who was let in. */
export const JoinByShortCode = JoinRound.extend({ recaptcha: Recaptcha });
export type JoinByShortCode = z.infer<typeof JoinByShortCode>;

export const RoundPreview = z.object({
  host_name: z.string(),
  mode: RoundMode,
  state: RoundState,
  /** How many are in the round. */
  people: z.int(),
  minutes: z.int().nullable(),
  mood: Mood.nullable(),
});
export type RoundPreview = z.infer<typeof RoundPreview>;

export const RoundReply = z.object({ round: Round });
export const RoundOrInvitedReply = z.object({ round: z.union([Round, InvitedRound]) });
export const JoinReply = RoundReply.extend({ guest_token: z.string().optional() });
export const RoundPreviewReply = z.object({ preview: RoundPreview });
export const WaitingReply = z.object({
  waiting: z.object({ id: Id, host_name: z.string(), mode: RoundMode }),
});
export type WaitingReply = z.infer<typeof WaitingReply>;
export const AdmitToRound = z.object({ admit: z.boolean() });
export const RoundsQuery = z.object(PageQuery);
export const RoundsReply = z.object({
  rounds: z.array(z.union([RoundSummary, InvitedRound])),
  pagination: Pagination,
});
export const PatchRoundMember = z.object({
  ready: z.boolean().optional(),
  show_match: z.boolean().optional(),
});
export const PatchRound = z.object({ state: z.enum(['voting', 'decided', 'ended']), winner: Id.optional() });
export type PatchRound = z.infer<typeof PatchRound>;
export const RoundDeckReply = z.object({ media: z.array(MediumCard).max(GUEST_DECK) });
export const RateRoundDeck = z.object({
  ratings: z.array(z.object({ medium_id: Id, rating: z.int().min(0).max(10) })).max(ROUND_DECK),
});
export const VoteInRound = z.object({ vote: Vote });
/** The fields of the sign-up, and its two boxes, which the wizard of a client asks for before the account exists. */
export const KeepTaste = SignUp.extend({
  terms_accepted: z.literal(true, 'Please accept the Terms of Service'),
  thirteen_or_older: z.literal(true, `Please confirm that you are ${MINIMUM_AGE} or older`),
});
export const CompanionsReply = z.object({ companions: z.array(z.object({ id: Id, name: z.string() })) });
