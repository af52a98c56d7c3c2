import { InteractionAnswer, type UserInteraction } from '@marquee/contracts';
import type { InteractionRow } from './interactions.repository.ts';

export const mapInteraction = (row: InteractionRow): UserInteraction => ({
  id: row.id,
  medium_id: row.mediumId,
  provider_medium_id: row.providerMediumId,
  // A check constraint limits the column to 0 to 2. Parsing narrows the type.
  answer: InteractionAnswer.nullable().parse(row.answer),
  title: row.medium.title,
  created_at: row.createdAt.toISOString(),
});
