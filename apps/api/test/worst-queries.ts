// Generates the addresses of a call that may cost the server most.
import { type RouteContract, type RouteKey, routes } from '@marquee/contracts';
import { z } from 'zod';
import { requestOf, type World } from './matrix.ts';
import type { Random } from './random.ts';

/** Combinations of worst values for each call, besides each value alone. */
const COMBINED = 24;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz').join(' ');
/** Texts that made a search slow, or might. Each is repeated to the longest that the schema allows. */
const TEXTS = [
  'like ',
  'similar to ',
  'like a ',
  `${LETTERS} `,
  'a b c d e f g h ',
  'the ',
  'not ',
  'by john ',
  'e',
  'é ',
  '2 3 4 5 6 7 ',
  'war of the love and star ',
];

type Schema = z.core.JSONSchema.JSONSchema;
const toSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {});

/** Returns the values of a parameter that may cost most. */
function worstValues(schema: Schema, pattern = schema.pattern): string[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => worstValues(toSchema(choice)));
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.enum) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer' || schema.type === 'number')
    return [
      String(schema.minimum ?? 1),
      String(Math.min(schema.maximum ?? 400, 400)),
      String(schema.maximum ?? 100_000),
    ];
  if (schema.type !== 'string') return [];
  const longest = schema.maxLength ?? 200;
  const texts = TEXTS.map((text) =>
    text
      .repeat(Math.ceil(longest / text.length))
      .slice(0, longest)
      .trim(),
  );
  return pattern === undefined
    ? texts
    : ['1', '400', 'true', 'recommended', 'genre-1', 'recent', '<60'].filter((text) =>
        new RegExp(pattern).test(text),
      );
}

/** Returns the addresses of a call with each worst value alone, and with several at once. */
export function worstAddresses(key: RouteKey, world: World, random: Random): string[] {
  const contract: RouteContract = routes[key];
  const [path = ''] = requestOf(key, world).url.split('?');
  const usual = requestOf(key, world).url;
  if (contract.query === undefined) return [usual];
  const { properties = {} } = z.toJSONSchema(contract.query, { io: 'input', unrepresentable: 'any' });
  const values = Object.entries(properties).map(
    ([name, schema]) => [name, worstValues(toSchema(schema))] as const,
  );
  const alone = values.flatMap(([name, all]) =>
    all.map((value) => `${path}?${new URLSearchParams({ [name]: value })}`),
  );
  const usable = values.filter(([, all]) => all.length > 0);
  const together = Array.from({ length: usable.length > 1 ? COMBINED : 0 }, () => {
    const chosen = usable.filter(() => random.next() < 0.5).map(([name, all]) => [name, random.pick(all)]);
    return `${path}?${new URLSearchParams(chosen)}`;
  });
  return [...new Set([usual, ...alone, ...together])];
}
