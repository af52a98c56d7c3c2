import type { ProviderMedium } from '@marquee/contracts';
import { CARD_PROVIDERS_MAX } from '@marquee/contracts/constants';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './provider-marks.module.css';

/**
 * At most `max` streaming services of a title, each once, in the given order, and the number of further
 * services. The user's own streaming services are marked.
 */
export function ProviderMarks({
  offers,
  max = CARD_PROVIDERS_MAX,
}: {
  offers: readonly ProviderMedium[];
  max?: number;
}) {
  const services = [
    ...new Map(offers.toReversed().map((offer) => [offer.medium_provider.id, offer])).values(),
  ].reverse();
  const more = services.length - max;
  return (
    <span className={css.marks}>
      {services.slice(0, max).map(({ id, selected, medium_provider: provider }) => {
        const name = selected ? `${provider.name}, one of your streaming services` : provider.name;
        return (
          <img
            key={id}
            className={cx(selected && css.own)}
            src={provider.image}
            alt={name}
            title={name}
            width={24}
            height={24}
            loading="lazy"
          />
        );
      })}
      {more > 0 && (
        <span className={css.more}>
          +{more}
          <span className="visually-hidden"> more streaming services</span>
        </span>
      )}
    </span>
  );
}
