import type { MediumProvider } from '@marquee/contracts';
import { CARD_PROVIDERS_MAX } from '@marquee/contracts/constants';
import css from './provider-marks.module.css';

/** The services a title is on: at most two marks on a card, and how many more there are. */
export function ProviderMarks({
  providers,
  max = CARD_PROVIDERS_MAX,
}: {
  providers: readonly MediumProvider[];
  max?: number;
}) {
  const more = providers.length - max;
  return (
    <span className={css.marks}>
      {providers.slice(0, max).map((provider) => (
        <img
          key={provider.id}
          src={provider.image}
          alt={provider.name}
          title={provider.name}
          width={24}
          height={24}
          loading="lazy"
        />
      ))}
      {more > 0 && (
        <span className={css.more}>
          +{more}
          <span className="visually-hidden"> more services</span>
        </span>
      )}
    </span>
  );
}
