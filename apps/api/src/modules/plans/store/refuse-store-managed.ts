import { AppError } from '#src/core/errors.ts';

/**
 * Refuses a change of a subscription that was bought in an app, because only its store can change it.
 * @throws AppError not_permitted
 */
export function refuseStoreManaged({
  subscriptionProcessor,
}: {
  subscriptionProcessor: string | null;
}): void {
  if (subscriptionProcessor !== 'apple' && subscriptionProcessor !== 'google') return;
  const store = subscriptionProcessor === 'apple' ? 'the App Store' : 'Google Play';
  throw new AppError('not_permitted', {
    message: `Your subscription is managed by ${store}. Please change it there.`,
  });
}
