import type { WorthService } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { useSession } from '#src/lib/session/session.ts';
import { savePrice, WORTH_KEY } from '../api.ts';
import { isOldPrice, readCents } from '../typed-price.ts';
import css from './provider-row.module.css';

/** Says where the price is from and how old it is. */
function priceNote({ price_source, price_date, price_plan }: WorthService): string {
  if (price_source === null || price_date === null) return 'No price is known.';
  const day = new Date(price_date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  if (price_source === 'own') return `Your price, entered on ${day}.`;
  const old = isOldPrice(price_date) ? ' This is more than a year ago, so check it.' : '';
  return `${price_plan}, ${price_source} of ${day}.${old}`;
}

/** The form for the member's own price. */
function PriceForm({ service, onClose }: { service: WorthService; onClose: () => void }) {
  const { medium_provider: provider, price_in_cents: cents, price_source: source } = service;
  const currency = service.currency ?? 'USD';
  const [text, setText] = useState(cents === null ? '' : (cents / 100).toFixed(2));
  const [error, setError] = useState<string>();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (price: number | null) => savePrice({ id: provider.id, cents: price, currency }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: WORTH_KEY });
      onClose();
    },
    onError: (failure) => setError(messageOf(failure, 'The price could not be saved. Please try again.')),
  });
  const submit = () => {
    const price = readCents(text);
    if (price === null) setError(`Type an amount from 0 to 1,000, for example 9.99.`);
    else save.mutate(price);
  };
  return (
    <Form label={`What ${provider.name} costs you`} onSubmit={submit}>
      <Field
        label={`What you pay a month (${currency})`}
        inputMode="decimal"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="wrap gap-3">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {source === 'own' && (
          <Button variant="plain" onClick={() => save.mutate(null)}>
            Use the list price
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Says how many titles of a service are on no other: `3 on no other service of yours`. */
function onlyHereInWords({ likely, only_here: only, selected }: WorthService, hasOwn: boolean): string {
  const where = hasOwn
    ? `on ${selected ? 'no other service of yours' : 'none of your services'}`
    : 'only here';
  if (only === 0)
    return hasOwn ? `all on ${selected ? 'another service of yours' : 'your services'}` : 'all elsewhere too';
  return only === likely ? where : `${only} ${where}`;
}

/** A bar for the titles of a service: what is only here, then what is elsewhere too. `most` is the longest bar. */
function Bar({ service: { likely, only_here: only }, most }: { service: WorthService; most: number }) {
  const width = (titles: number): string => `${(100 * titles) / Math.max(most, 1)}%`;
  return (
    <span className={css.bar} aria-hidden="true">
      <span style={{ width: width(only) }} />
      <span style={{ width: width(likely - only) }} />
    </span>
  );
}

/** One streaming service: what it holds for the member, and what it costs. Titles, the note on the price and its form unfold. */
export function ProviderRow({
  service,
  most,
  hasOwn,
}: {
  service: WorthService;
  most: number;
  /** Whether the member has services. Only those are then compared. */
  hasOwn: boolean;
}) {
  const [isEditing, setEditing] = useState(false);
  const { user } = useSession();
  const {
    medium_provider: provider,
    likely,
    arriving,
    leaving,
    price_in_cents: cents,
    price_source: source,
    currency,
    titles,
  } = service;
  const news = [
    arriving > 0 && `${arriving} arrived this month`,
    leaving > 0 && `${leaving} leave this month`,
  ]
    .filter(Boolean)
    .join(', ');
  const note = priceNote(service);
  return (
    <li className={css.service}>
      <img src={provider.image} alt="" width={40} height={40} loading="lazy" />
      <div className="stack gap-1">
        <div className={`wrap ${css.head}`}>
          <h3 className={css.name}>{provider.name}</h3>
          {cents !== null && currency !== null && (
            <p>
              <strong>{formatMoney(cents, currency)}</strong> a month
            </p>
          )}
        </div>
        <Bar service={service} most={most} />
        <p>
          {titlesInWords(likely)} {user?.rating_count ? 'you would like' : 'widely loved'}
          {likely > 0 && `, ${onlyHereInWords(service, hasOwn)}`}
          {news && <span className="soft">. {news}</span>}
        </p>
        {source === 'own' && <p className="soft">{note}</p>}
        <details>
          <summary>Titles and price</summary>
          {source !== 'own' && <p className="soft">{note}</p>}
          {isEditing ? (
            <PriceForm service={service} onClose={() => setEditing(false)} />
          ) : (
            <Button variant="plain" className={css.change} onClick={() => setEditing(true)}>
              {cents === null ? 'Enter a price' : 'Change the price'}
              <span className="visually-hidden"> of {provider.name}</span>
            </Button>
          )}
          <ul className={css.titles}>
            {titles.map(({ medium_id: id, title, only_here: isOnly }) => (
              <li key={id}>
                <Link to={screenAddress(paths.discoverTitle, { mediaId: id })}>{title}</Link>
                {!isOnly && <span className="soft"> elsewhere too</span>}
              </li>
            ))}
          </ul>
        </details>
      </div>
    </li>
  );
}
