import { z } from 'zod';
import { QUERY_MAX } from './constants.ts';
import { Id, idParam, Line } from './primitives.ts';

/** A search that found nothing. `arrived` names the title that the catalogue has now. */
export const Wish = z.object({
  id: Id,
  query: z.string(),
  medium_id: Id.nullable(),
  state: z.enum(['waiting', 'arrived']),
});
export type Wish = z.infer<typeof Wish>;

export const CreateWish = z.object({ query: Line(QUERY_MAX, 'Please name a title') });
export const WishParams = z.object({ id: idParam('the wish', 5) });
export const WishesReply = z.object({ wishes: z.array(Wish) });
export const WishReply = z.object({ wish: Wish });
