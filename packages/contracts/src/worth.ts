import { z } from 'zod';
import { described, param } from './described.ts';
import { MediumProvider } from './media.ts';
import { Id } from './primitives.ts';

/** The highest amount for a budget or for the monthly price of a streaming service, in hundredths. */
export const MONTHLY_CENTS_MAX = 100_000;
/** Sets are enumerated over at most this many streaming services: 2^15 sets take a few milliseconds. */
export const SERVICES_COMPARED_MAX = 15;

const Cents = z.int().min(0).max(MONTHLY_CENTS_MAX);
const CURRENCY_RULE = 'Currency is a code of three capitals, such as USD';
const CurrencyCode = z
  .string()
  .max(3, CURRENCY_RULE)
  .regex(/^[A-Z]{3}$/, CURRENCY_RULE);

/** GET /api/v1/worth */
export const WorthQuery = z.object({
  budget_in_cents: param(
    z
      .string()
      .regex(/^(0|[1-9]\d{0,5})$/)
      .transform(Number)
      .pipe(z.number().max(MONTHLY_CENTS_MAX))
      .register(described, { type: 'integer', minimum: 0, maximum: MONTHLY_CENTS_MAX })
      .optional(),
    'What the caller would spend a month, for `within_budget`.',
    2500,
  ),
});
export type WorthQuery = z.infer<typeof WorthQuery>;

/** `own` is a price that the caller entered. Every other source is the origin of a list price. */
export const OWN_PRICE = 'own';

/** A streaming service of the caller's country. Titles are counted when the caller would like them (docs/api.md#worth). */
export const WorthService = z.object({
  medium_provider: MediumProvider,
  selected: z.boolean(),
  /** The price per month: the caller's own, else that of the cheapest known plan. */
  price_in_cents: z.int().nullable(),
  currency: z.string().nullable(),
  /** The day on which the price was valid. */
  price_date: z.iso.date().nullable(),
  /** The origin of the price, or `own`. */
  price_source: z.string().nullable(),
  /** The name of the plan that has this price. Null for an own price. */
  price_plan: z.string().nullable(),
  likely: z.int(),
  /** Likely titles that no other service of the caller includes; without any, no other of the country. */
  only_here: z.int(),
  /** Likely titles that arrived since the first day of this month (UTC). */
  arriving: z.int(),
  /** Likely titles whose last day is in this month, today or later (UTC). */
  leaving: z.int(),
  /** The sum of the probabilities of the likely titles, with one decimal. */
  reach: z.number(),
  /** The likely titles, those only here first. */
  titles: z.array(z.object({ medium_id: Id, title: z.string(), only_here: z.boolean() })),
});
export type WorthService = z.infer<typeof WorthService>;

export const WorthSet = z.object({
  /** Ascending ids. */
  medium_provider_ids: z.array(Id),
  /** The sum of the known prices in the main currency. */
  monthly_in_cents: z.int(),
  reach: z.number(),
  /** The number of likely titles that a service of the set includes, each counted once. */
  likely: z.int(),
});
export type WorthSet = z.infer<typeof WorthSet>;

export const WorthReply = z.object({
  services: z.array(WorthService),
  /** The best set of each size, from one service up. */
  sets: z.array(WorthSet),
  current: WorthSet,
  /** The best set that costs at most the budget. Services without a known price are left out. */
  within_budget: WorthSet.nullable(),
  /** One sentence that compares with the caller's present services. */
  advice: z.string().nullable(),
  /** The number of services that `sets` chooses from: all, or the fifteen with the highest reach. */
  considered: z.int(),
  /** The most frequent currency of the known prices. Prices in other currencies are never added. */
  main_currency: z.string(),
});
export type WorthReply = z.infer<typeof WorthReply>;

/** PUT /api/v1/worth/prices. A price of null deletes the caller's own price. */
export const SavePrices = z.object({
  prices: z
    .array(
      z.object({
        medium_provider_id: Id,
        price_in_cents: Cents.nullable(),
        currency: CurrencyCode.default('USD'),
      }),
    )
    .max(200),
});
export type SavePrices = z.infer<typeof SavePrices>;
