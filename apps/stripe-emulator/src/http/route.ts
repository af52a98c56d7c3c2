import type { z } from 'zod';
import type { Collections } from '../core/collections.ts';
import type { World } from '../core/world.ts';
import { listParams, page } from './page.ts';
import { parseParams } from './params.ts';

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  run: (world: World, params: unknown, id: string) => object;
}

/** Declares one API call. `handle` gets `:id` of the path as its third argument. */
export function route<Schema extends z.ZodObject>(
  method: Route['method'],
  path: string,
  schema: Schema,
  handle: (world: World, params: z.output<Schema>, id: string) => object,
): Route {
  return { method, path, run: (world, params, id) => handle(world, parseParams(schema, params), id) };
}

/** Declares a list call with cursor pagination. The call lists the objects for which `matches` returns true. */
export function listRoute<Name extends keyof Collections, Schema extends z.ZodObject>(
  path: string,
  name: Name,
  schema: Schema,
  matches: (object: Collections[Name], params: z.output<Schema>, id: string, world: World) => boolean,
): Route {
  return {
    method: 'GET',
    path,
    run(world, input, id) {
      const { cursor, rest } = listParams(input);
      const params = parseParams(schema, rest);
      const objects = world.store.list(name).filter((object) => matches(object, params, id, world));
      return page(objects, path.replace(':id', id), cursor);
    },
  };
}
