import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

export const WORTH_KEY = ['worth'] as const;

const queryOf = (budget: number | null) => (budget === null ? {} : { budget_in_cents: budget });

/** Returns the query for what each service is worth. The budget is in hundredths. */
export const worthQuery = (budget: number | null) =>
  queryOptions({
    queryKey: [...WORTH_KEY, budget],
    queryFn: ({ signal }) => api('GET /api/v1/worth', { query: queryOf(budget), signal }),
    placeholderData: (previous) => previous,
  });

/** Saves the member's own price of a service. Null brings the list price back. */
export const savePrice = (price: { id: number; cents: number | null; currency: string }) =>
  api('PUT /api/v1/worth/prices', {
    query: {},
    body: {
      prices: [{ medium_provider_id: price.id, price_in_cents: price.cents, currency: price.currency }],
    },
  });
