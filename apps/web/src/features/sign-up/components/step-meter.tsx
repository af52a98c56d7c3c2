import { cx } from '#src/lib/screen/class-names.ts';
import css from './step-meter.module.css';

export const STEPS = ['Email', 'Display name', 'Password', 'Streaming services'] as const;

/** The step meter with four dots. */
export function StepMeter({ step }: { step: number }) {
  return (
    <ol className={css.meter} aria-label={`Step ${step} of ${STEPS.length}`}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={cx(css.dot, index < step && css.lit)}
          aria-current={index + 1 === step ? 'step' : undefined}
        >
          <span className="visually-hidden">{name}</span>
        </li>
      ))}
    </ol>
  );
}
