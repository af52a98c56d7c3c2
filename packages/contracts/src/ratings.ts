import { z } from 'zod';
import { INTERACTION_ANSWER, RATING_MAX, RATING_MIN, TAG_MAX, TAGS_PER_RATING_MAX } from './constants.ts';
import { param } from './described.ts';
import { Id, Line, SearchText, Timestamp } from './primitives.ts';

export const UserMediumRating = z.object({
  medium_id: Id,
  rating: z.int().nullable(),
  tags: z.array(z.string()),
  can_suggest_to_share: z.boolean(),
});
export type UserMediumRating = z.infer<typeof UserMediumRating>;
export const RatingReply = z.object({ user_medium_rating: UserMediumRating });

const range = `Rating must be a whole number from ${RATING_MIN} to ${RATING_MAX}`;
export const RateMedium = z.object({
  user_medium_rating: z.object({
    rating: z.int(range).min(RATING_MIN, range).max(RATING_MAX, range),
    tag_list: z.array(Line(TAG_MAX, 'A tag must not be empty')).max(TAGS_PER_RATING_MAX).optional(),
  }),
});

export const SystemMediumTag = z.object({ id: Id, tag: z.string() });
export const TagsQuery = z.object({
  query: param(SearchText, 'The beginning of a tag. Without it, all.', 're'),
});
export const TagsReply = z.object({ system_medium_tags: z.array(SystemMediumTag) });

export const SaveMediumSetting = z.object({
  user_medium_setting: z.object({ not_suggest_sharing: z.boolean() }),
});
export const MediumSettingReply = z.object({
  user_medium_setting: z.object({ medium_id: Id, not_suggest_sharing: z.boolean() }),
});

export const InteractionAnswer = z.literal([
  INTERACTION_ANSWER.didNotWatch,
  INTERACTION_ANSWER.readyToRate,
  INTERACTION_ANSWER.doNothing,
]);
export const UserInteraction = z.object({
  id: Id,
  medium_id: Id,
  provider_medium_id: Id.nullable(),
  answer: InteractionAnswer.nullable(),
  /** The title's name, so that the question “Did you watch …?” needs no second call. */
  title: z.string(),
  created_at: Timestamp,
});
export type UserInteraction = z.infer<typeof UserInteraction>;
export const InteractionReply = z.object({ user_interaction: UserInteraction });
export const InteractionsReply = z.object({ user_interactions: z.array(UserInteraction) });
export const CreateInteraction = z.object({
  user_interaction: z.object({ medium_id: Id, provider_medium_id: Id }),
});
export const AnswerInteraction = z.object({
  user_interaction: z.object({ provider_medium_id: Id.nullable().optional(), answer: InteractionAnswer }),
});
