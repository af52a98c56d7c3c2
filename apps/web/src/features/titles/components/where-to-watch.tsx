import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import { Icon } from '#src/components/ui/icon.tsx';
import { cx } from '#src/lib/screen/class-names.ts';
import { OfferLink, priceInWords, sortedOffers } from './offer-link.tsx';
import css from './where-to-watch.module.css';

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** Returns each source once, with the oldest check among its offers. No date is newer than the data. */
function credits(offers: readonly ProviderMedium[]): { source: string; checked: string }[] {
  const oldest = new Map<string, string>();
  for (const { source, checked_at: checked } of offers) {
    const known = oldest.get(source);
    if (known === undefined || checked < known) oldest.set(source, checked);
  }
  return [...oldest].map(([source, checked]) => ({ source, checked }));
}

function Offers({
  medium,
  offers,
  own = false,
}: {
  medium: MediumCard;
  offers: readonly ProviderMedium[];
  own?: boolean;
}) {
  return (
    <ul className={cx(css.offers, own && css.own)}>
      {offers.map((offer) => {
        const price = priceInWords(offer.price);
        return (
          <li key={offer.id}>
            <OfferLink medium={medium} offer={offer} className={css.offer}>
              <img src={offer.medium_provider.image} alt="" width={36} height={36} />
              <span className={css.name}>{offer.medium_provider.name}</span>
              {price && <span className={css.price}>{price}</span>}
              <Icon name="external" size={18} />
            </OfferLink>
          </li>
        );
      })}
    </ul>
  );
}

/** The offers of a title, those of the member's own streaming services first, with their sources. */
export function WhereToWatch({ medium }: { medium: MediumCard }) {
  const offers = sortedOffers(medium.provider_medium);
  const own = offers.filter((offer) => offer.selected);
  const others = offers.filter((offer) => !offer.selected);
  if (offers.length === 0) return <p className={css.none}>Streaming information coming soon!...</p>;
  return (
    <>
      {own.length > 0 && <Offers medium={medium} offers={own} own />}
      {others.length > 0 && (
        <>
          {own.length > 0 && <p className={css.also}>On other streaming services</p>}
          <Offers medium={medium} offers={others} />
        </>
      )}
      <p className={css.credit}>
        {credits(offers).map(({ source, checked }, index) => (
          <span key={source}>
            {index === 0 ? 'Offers from ' : '; '}
            {source}, last checked <time dateTime={checked}>{day.format(new Date(checked))}</time>
          </span>
        ))}
        .
      </p>
    </>
  );
}
