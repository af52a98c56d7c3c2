import { z } from 'zod';
import { invalid, missing } from '../core/errors.ts';
import { integer, parseParams, text } from './params.ts';

const cursorParams = z.object({
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
});
type Cursor = z.output<typeof cursorParams>;

/** Splits the parameters of a list call into cursor and filters. */
export function listParams(input: unknown): { cursor: Cursor; rest: object } {
  const { limit, starting_after, ending_before, ...rest } = parseParams(z.looseObject({}), input);
  const cursor = parseParams(cursorParams, { limit, starting_after, ending_before });
  return { cursor, rest };
}

export interface List<Item> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Item[];
}

export const listOf = <Item>(data: Item[], url: string): List<Item> => ({
  object: 'list',
  url,
  has_more: false,
  data,
});

function indexOf<Item extends { id: string }>(items: Item[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw missing('object', id, param);
  return index;
}

export function page<Item extends { id: string }>(items: Item[], url: string, cursor: Cursor): List<Item> {
  const { limit = 10, starting_after: after, ending_before: before } = cursor;
  if (limit < 1 || limit > 100) {
    throw invalid('Invalid limit: it must be between 1 and 100', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  if (before !== undefined) {
    const end = indexOf(items, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: items.slice(start, end) };
  }
  const start = after === undefined ? 0 : indexOf(items, after, 'starting_after') + 1;
  return {
    object: 'list',
    url,
    has_more: items.length > start + limit,
    data: items.slice(start, start + limit),
  };
}
