import { MINIMUM_AGE } from '@marquee/contracts/constants';
import { CheckField } from '#src/components/ui/field.tsx';
import css from './consent-boxes.module.css';

export interface Consent {
  acceptedTerms: boolean;
  confirmedAge: boolean;
}

/** The two boxes without which nobody gets an account. */
export function ConsentBoxes({
  consent,
  onChange,
  onShowTerms,
}: {
  consent: Consent;
  onChange: (part: Partial<Consent>) => void;
  onShowTerms: () => void;
}) {
  return (
    <div>
      <CheckField
        name="terms"
        label="I accept the"
        aria-label="I accept the Terms of Service"
        after={
          <button type="button" className={css.inline} onClick={onShowTerms}>
            Terms of Service
          </button>
        }
        checked={consent.acceptedTerms}
        onChange={(event) => onChange({ acceptedTerms: event.target.checked })}
      />
      <CheckField
        name="age"
        label={`I am ${MINIMUM_AGE} or older`}
        checked={consent.confirmedAge}
        onChange={(event) => onChange({ confirmedAge: event.target.checked })}
      />
    </div>
  );
}
