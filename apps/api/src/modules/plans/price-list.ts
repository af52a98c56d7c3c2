/** The plans of docs/api.md#plan-list. Prices are in US cents. */
export const PLANS = [
  {
    planId: 'monthly',
    name: 'Monthly',
    description: 'Everything, month by month. Cancel whenever you like.',
    places: null,
    pricing: {
      priceId: 'monthly_399',
      priceInCents: 399,
      interval: 'month',
      isRecurring: true,
      isFree: false,
      accessMonths: null,
    },
  },
  {
    planId: 'yearly',
    name: 'Yearly',
    description: 'Everything for a year, for less than ten months’ price.',
    places: null,
    pricing: {
      priceId: 'yearly_3900',
      priceInCents: 3900,
      interval: 'year',
      isRecurring: true,
      isFree: false,
      accessMonths: null,
    },
  },
  {
    planId: 'pass_12_months',
    name: '12-Month Pass',
    description: 'Everything for twelve months, paid once. It does not renew.',
    places: null,
    pricing: {
      priceId: 'pass_12_months_4900',
      priceInCents: 4900,
      interval: null,
      isRecurring: false,
      isFree: false,
      accessMonths: 12,
    },
  },
  {
    planId: 'free_for_life',
    name: 'Free for Life',
    description: 'Everything, for as long as Marquee runs, for its early adopters while places last.',
    // Says only that places are limited; how many there are is EARLY_ADOPTER_PLACES.
    places: 1_000,
    pricing: {
      priceId: 'free_for_life_0',
      priceInCents: 0,
      interval: null,
      isRecurring: false,
      isFree: true,
      accessMonths: null,
    },
  },
] as const;

export const FREE_PLAN_ID = 'free_for_life';
