import type { MediumCard, ProviderMedium, WrongOfferKind } from '@marquee/contracts';
import { useState } from 'react';
import { reportOffer } from '../report-offer.ts';
import css from './offer-report.module.css';

const KINDS: readonly { kind: WrongOfferKind; words: string; done: string }[] = [
  { kind: 'gone', words: 'It is gone', done: 'You reported this offer as gone.' },
  { kind: 'price', words: 'The price', done: 'You reported the price of this offer.' },
  { kind: 'link', words: 'The link', done: 'You reported the link of this offer.' },
];

/** Asks in place what is wrong with an offer, and says afterwards what was reported, with Undo. */
export function OfferReport({ medium, offer }: { medium: MediumCard; offer: ProviderMedium }) {
  const [isOpen, setOpen] = useState(false);
  const { name } = offer.medium_provider;
  const report = KINDS.find(({ kind }) => kind === offer.reported);
  if (report) {
    return (
      <p className={css.line} role="status">
        {report.done}{' '}
        <button
          type="button"
          className={css.action}
          onClick={() => void reportOffer(medium, offer, null)}
          aria-label={`Undo the report of ${name}`}
        >
          Undo
        </button>
      </p>
    );
  }
  return (
    <div className={css.line}>
      <button
        type="button"
        className={css.action}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        aria-label={`Report that the offer of ${name} is wrong`}
      >
        Wrong?
      </button>
      {isOpen && (
        <fieldset className={`wrap gap-2 ${css.kinds}`}>
          <legend>What is wrong?</legend>
          {KINDS.map(({ kind, words }) => (
            <button
              key={kind}
              type="button"
              className={css.action}
              onClick={() => {
                setOpen(false);
                void reportOffer(medium, offer, kind);
              }}
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
