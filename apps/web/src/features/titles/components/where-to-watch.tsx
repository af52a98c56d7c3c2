import type { CountryOffers, MediumCard, ProviderMedium } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { withArticle } from '@marquee/contracts/with-article';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import tmdbLogo from 'simple-icons/icons/themoviedatabase.svg?no-inline';
import { Icon } from '#src/components/ui/icon.tsx';
import { ago, daysAgo } from '#src/lib/screen/ago.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { countryName } from '#src/lib/screen/country-name.ts';
import { useSession } from '#src/lib/session/session.ts';
import { countriesQuery } from '../api.ts';
import { inWords } from '../facts.ts';
import { isOwnOffer, monthSeen, OfferLink, priceInWords, sortedOffers } from './offer-link.tsx';
import { OfferReport } from './offer-report.tsx';
import css from './where-to-watch.module.css';

const lastDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The links that the terms of the sources require (docs/sources.md). */
const links: Record<string, string> = {
  JustWatch: 'https://www.justwatch.com',
  'Streaming Availability by Movie of the Night': 'https://www.movieofthenight.com/about/api',
};

/** The terms of TMDB require this sentence and the logo of TMDB, which must be smaller than Marquee's logo. */
function TmdbNotice() {
  return (
    <p className={css.credit}>
      <span aria-hidden="true" className={css.tmdb} style={{ maskImage: `url(${tmdbLogo})` }} />
      This product uses TMDB and the{' '}
      <a href="https://www.themoviedb.org" target="_blank" rel="noopener">
        TMDB APIs
      </a>{' '}
      but is not endorsed, certified, or otherwise approved by TMDB.
    </p>
  );
}

/** When the offer was seen: how long ago where that was lately, else the month. */
function Seen({ offer }: { offer: ProviderMedium }) {
  const { checked_at, checked_on, medium_provider } = offer;
  const checked = checked_on ?? checked_at;
  const seen = monthSeen(offer);
  const lately = checked_on === null ? ago(checked_at) : daysAgo(checked_on);
  return (
    <>
      {seen === null ? 'Checked ' : `Seen on ${medium_provider.name} in `}
      <time dateTime={checked}>{seen ?? lately}</time>
    </>
  );
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
        const price = priceInWords(offer);
        const { name } = offer.medium_provider;
        return (
          <li key={offer.id}>
            <OfferLink medium={medium} offer={offer} className={css.offer}>
              <img src={offer.medium_provider.image} alt="" width={36} height={36} />
              <span className={css.name}>{name}</span>
              {offer.quality && <span className={css.quality}>{offer.quality}</span>}
              {price && <span className={css.price}>{price}</span>}
              <Icon name="external" size={18} />
            </OfferLink>
            <p className={`wrap gap-2 quiet ${css.check}`}>
              <span>
                {offer.leaving_on && `Until ${lastDay.format(new Date(offer.leaving_on))} · `}
                <Seen offer={offer} />
              </span>
            </p>
            <OfferReport medium={medium} offer={offer} />
          </li>
        );
      })}
    </ul>
  );
}

/** Offers that the member reported as gone. */
function GoneOffers({ medium, offers }: { medium: MediumCard; offers: readonly ProviderMedium[] }) {
  return (
    <ul className={css.offers}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <p className={css.gone}>{offer.medium_provider.name}</p>
          <OfferReport medium={medium} offer={offer} />
        </li>
      ))}
    </ul>
  );
}

/** The most countries that one sentence names. */
const COUNTRIES_NAMED = 3;

/** Says that a country has no offers at all, and which countries have some. */
function missingIn(country: string, countries: readonly CountryOffers[]): string {
  const name = withArticle(countryName(country));
  const others = countries
    .toSorted((a, b) => b.titles - a.titles)
    .slice(0, COUNTRIES_NAMED)
    .map(({ code }) => withArticle(countryName(code)));
  const elsewhere = others.length > 0 ? ` There are offers for ${inWords.format(others)}.` : '';
  return `There are no streaming offers for ${name} yet.${elsewhere}`;
}

function NoOffers() {
  const { user } = useSession();
  const countries = useQuery({ ...countriesQuery, enabled: user !== null });
  return (
    <>
      <p className={css.none}>{texts.offersSoon}</p>
      {user && countries.data && !countries.data.some(({ code }) => code === user.country) && (
        <p className={css.credit}>
          {missingIn(user.country, countries.data)} <Link to={paths.settings}>Change your country</Link>
        </p>
      )}
    </>
  );
}

/** The offers of a title with their sources. Offers of the member's own streaming services come first. */
export function WhereToWatch({ medium }: { medium: MediumCard }) {
  const offers = sortedOffers(medium.provider_medium);
  const own = offers.filter(isOwnOffer);
  const others = offers.filter((offer) => !own.includes(offer));
  const gone = medium.provider_medium.filter(({ reported }) => reported === 'gone');
  if (offers.length === 0 && gone.length === 0) return <NoOffers />;
  return (
    <>
      {own.length > 0 && <Offers medium={medium} offers={own} own />}
      {others.length > 0 && (
        <>
          {own.length > 0 && <p className={`quiet ${css.also}`}>On other streaming services</p>}
          <Offers medium={medium} offers={others} />
        </>
      )}
      {gone.length > 0 && <GoneOffers medium={medium} offers={gone} />}
      <p className={css.credit}>
        {[...new Set(medium.provider_medium.map(({ source }) => source))].map((source, index) => (
          <span key={source}>
            {index === 0 ? 'Offers from ' : '; '}
            {links[source] ? (
              <a href={links[source]} target="_blank" rel="noopener">
                {source}
              </a>
            ) : (
              source
            )}
          </span>
        ))}
        .
      </p>
      {medium.provider_medium.some(({ source }) => source === 'JustWatch') && <TmdbNotice />}
    </>
  );
}
