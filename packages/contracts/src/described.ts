import { z } from 'zod';

/** What the OpenAPI document says about a value besides the checks of its schema. */
export interface Described {
  description?: string;
  examples?: readonly unknown[];
  /** The type of a value that travels as text, in a path or a query. */
  type?: 'integer' | 'boolean';
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  /** In characters. The checks count UTF-16 units, and further rules are functions that no document shows. */
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** A registry of its own, so that body limits and tests derive their values from the checks alone. */
export const described = z.registry<Described>();

/** Returns a copy of the schema of a parameter with a description and an example. */
export function param<S extends z.ZodType>(schema: S, description: string, example: unknown): S {
  const copy = schema.clone();
  described.add(copy, { description, examples: [example] });
  return copy;
}
