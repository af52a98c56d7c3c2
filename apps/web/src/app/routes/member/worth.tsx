import type { WorthReply, WorthService, WorthSet } from '@marquee/contracts';
import { RATINGS_FOR_PERCENT } from '@marquee/contracts/constants';
import { formatMoney } from '@marquee/contracts/money';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { inWords, titlesInWords } from '#src/features/titles/facts.ts';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import { worthQuery } from '#src/features/worth/api.ts';
import { ProviderRow } from '#src/features/worth/components/provider-row.tsx';
import { readCents } from '#src/features/worth/typed-price.ts';
import { useSession } from '#src/lib/session/session.ts';
import css from './worth.module.css';

function SetLine({ label, set, reply }: { label: string; set: WorthSet; reply: WorthReply }) {
  const names = set.medium_provider_ids.map(
    (id) =>
      reply.services.find(({ medium_provider }) => medium_provider.id === id)?.medium_provider.name ?? '',
  );
  return (
    <li className={css.set}>
      <p className="quiet">{label}</p>
      <p>
        <strong>{names.length > 0 ? inWords.format(names) : 'No service'}</strong>
      </p>
      <p className="quiet">
        {titlesInWords(set.likely)}, {formatMoney(set.monthly_in_cents, reply.main_currency)} a month
      </p>
    </li>
  );
}

function BestSets({
  reply,
  budget,
  onBudget,
}: {
  reply: WorthReply;
  budget: string;
  onBudget: (text: string) => void;
}) {
  const cents = readCents(budget);
  const isWrong = budget !== '' && cents === null;
  return (
    <section aria-labelledby="best-sets">
      <h2 id="best-sets">Best for the money</h2>
      <Field
        className={css.budget}
        label={`Your budget a month (${reply.main_currency})`}
        inputMode="decimal"
        value={budget}
        error={isWrong ? 'Type an amount from 0 to 1,000, for example 20.' : undefined}
        onChange={(event) => onBudget(event.target.value)}
      />
      <ul className="stack" aria-live="polite">
        {reply.current.medium_provider_ids.length > 0 && (
          <SetLine label="What you have" set={reply.current} reply={reply} />
        )}
        {cents !== null && reply.within_budget && (
          <SetLine
            label={`For ${formatMoney(cents, reply.main_currency)}`}
            set={reply.within_budget}
            reply={reply}
          />
        )}
        {cents !== null && !reply.within_budget && <li className={css.set}>No service fits this budget.</li>}
      </ul>
      <details className={css.folded} open>
        <summary>The best set for each number of services</summary>
        <ul className="stack">
          {/* A further service that adds no title is no better set. */}
          {reply.sets
            .filter(({ likely }, at, all) => at === 0 || likely > (all[at - 1]?.likely ?? 0))
            .map((set) => (
              <SetLine
                key={set.medium_provider_ids.join()}
                label={
                  set.medium_provider_ids.length === 1
                    ? 'One service'
                    : `${set.medium_provider_ids.length} services`
                }
                set={set}
                reply={reply}
              />
            ))}
        </ul>
        {reply.considered < reply.services.length && (
          <p className={css.soft}>
            {`Only the ${reply.considered} services with the most titles for you are compared.`}
          </p>
        )}
      </details>
    </section>
  );
}

const PROMISE = 'What each streaming service has for you, and what it costs.';

/** Says what to do, or else what the member's own services have and cost together. Few ratings make it a first guess. */
function sumInWords({ advice, current, main_currency: currency }: WorthReply, ratings: number): string {
  if (current.medium_provider_ids.length === 0) return PROMISE;
  const cost = formatMoney(current.monthly_in_cents, currency);
  const sum = advice ?? `Your services have ${titlesInWords(current.likely)} for you, for ${cost} a month.`;
  if (ratings === 0 || ratings >= RATINGS_FOR_PERCENT) return sum;
  return `${sum} After ${ratings === 1 ? 'one rating' : `${ratings} ratings`} this is a first guess.`;
}

/** What each streaming service is worth to the member. The budget is in the address, and at first what the member spends. */
export function Component() {
  const [saved, saveBudget] = useAddressValue('budget');
  const [typed, setTyped] = useState(saved);
  const present = useQuery({ ...worthQuery(null), enabled: typed === null });
  const spent = present.data?.current.monthly_in_cents ?? 0;
  const paid = (spent / 100).toFixed(2);
  // A budget has a limit, and what is paid has none.
  const budget = typed ?? (spent > 0 && readCents(paid) !== null ? paid : '');
  const query = useQuery(worthQuery(readCents(budget)));
  const reply = query.data;
  const { user } = useSession();
  const most = Math.max(...(reply?.services.map(({ likely }) => likely) ?? []), 0);
  const services = (reply?.services ?? []).toSorted((a, b) => b.reach - a.reach);
  const hasPrices = services.some(({ price_in_cents: cents }) => cents !== null);
  const own = services.filter(({ selected }) => selected);
  const others = services.filter(({ selected }) => !selected);
  const isFolded = ({ price_in_cents: cents, likely }: WorthService): boolean =>
    (hasPrices && !cents) || likely === 0;
  const folded = others.filter(isFolded);
  const legend = (
    <p className={`quiet ${css.legend}`}>
      <span className={css.solid} aria-hidden="true" /> Only here
      {own.length > 0 && ' among your services'}
      <span className={css.pale} aria-hidden="true" /> Elsewhere too
    </p>
  );
  const rows = (of: readonly WorthService[]) => (
    <ul className="stack">
      {of.map((service) => (
        <ProviderRow key={service.medium_provider.id} service={service} most={most} hasOwn={own.length > 0} />
      ))}
    </ul>
  );
  return (
    <Page title="Worth it" lead={reply ? sumInWords(reply, user?.rating_count ?? 0) : PROMISE}>
      {query.isPending && <Skeleton height="40rem" />}
      {query.isError && !reply && <QueryError of={query} />}
      {reply && reply.services.length === 0 && (
        <EmptyState
          text="No service is known in your country."
          action={
            <ButtonLink to={paths.settings} variant="primary">
              Change the country
            </ButtonLink>
          }
        />
      )}
      {reply && reply.services.length > 0 && (
        <div className={css.columns}>
          <div className="stack gap-7">
            {own.length > 0 && (
              <section aria-labelledby="own">
                <h2 id="own">You have</h2>
                {legend}
                {rows(own)}
              </section>
            )}
            <section aria-labelledby="others">
              <h2 id="others">You could have</h2>
              {own.length === 0 && legend}
              {rows(others.filter((each) => !isFolded(each)))}
              {folded.length > 0 && (
                <details className={css.folded}>
                  <summary>Free, of unknown price, or without a title for you</summary>
                  {rows(folded)}
                </details>
              )}
            </section>
          </div>
          <BestSets
            reply={reply}
            budget={budget}
            onBudget={(text) => {
              setTyped(text);
              saveBudget(readCents(text) === null ? null : text);
            }}
          />
        </div>
      )}
      <p className={css.soft}>
        We earn nothing when you subscribe anywhere: there is no affiliate link on Marquee. Prices in other
        currencies are shown and never added. Choose your services in the{' '}
        <Link to={paths.settings}>settings</Link>.
      </p>
    </Page>
  );
}
