import type { User } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { BesidePoster } from '#src/components/ui/hung-poster.tsx';
import { BotCheckNotice } from '#src/features/bot-check/components/bot-check-notice.tsx';
import { useBotCheck } from '#src/features/bot-check/hooks/use-bot-check.ts';
import { TermsText } from '#src/features/legal/components/terms-text.tsx';
import { patchSignupStep } from '#src/features/sign-up/api/patch-signup-step.ts';
import { EmailStep } from '#src/features/sign-up/components/email-step.tsx';
import { NameStep } from '#src/features/sign-up/components/name-step.tsx';
import { PasswordStep } from '#src/features/sign-up/components/password-step.tsx';
import { StepMeter } from '#src/features/sign-up/components/step-meter.tsx';
import { furthestStep, useDraft } from '#src/features/sign-up/hooks/use-draft.ts';
import { setUser, startSession, useSession } from '#src/lib/session.ts';
import { useTitle } from '#src/lib/use-title.ts';
import css from './register.module.css';
import { ServicesStep } from './services-step.tsx';

const copy = {
  1: { heading: 'Come in', lead: 'Four short steps. It takes less than five minutes.' },
  2: { heading: 'What shall we call you?', lead: 'This name stands on the lists you share.' },
  3: { heading: 'Choose a password', lead: 'Then the seat is yours.' },
  4: { heading: 'What can you watch?', lead: 'Tick the services you have. You can change this at any time.' },
} as const;

/**
 * The sign-up wizard. The step is in the address, so Back goes one step back; how far one may go is decided by what
 * has been checked, and by the account once there is one.
 */
export function Component() {
  const { state, user } = useSession();
  const [params, setParams] = useSearchParams();
  const { draft, change, clear } = useDraft();
  const [rejected, setRejected] = useState<{ field: 'email' | 'display_name'; sentence: string }>();
  const [termsShown, setTermsShown] = useState(false);
  const botCheck = useBotCheck('signup_email', state === 'visitor');

  const furthest = user ? 4 : furthestStep(draft);
  const asked = Number(params.get('step') ?? furthest);
  const step = user
    ? 4
    : asked === 1 || asked === 2 || asked === 3
      ? (Math.min(asked, furthest) as 1 | 2 | 3)
      : furthest;
  useTitle(`Register, step ${step} of 4`);

  const go = (next: 1 | 2 | 3 | 4, replace = false) =>
    setParams(next === 1 ? {} : { step: String(next) }, { replace });

  // An account made elsewhere with a lower step is brought up to the one shown here.
  const behind = user !== null && user.signup_step < SIGNUP_STEP.services;
  useEffect(() => {
    if (!behind) return;
    patchSignupStep(SIGNUP_STEP.services).then(setUser, (error: unknown) =>
      console.error('The sign-up step was not saved.', error),
    );
  }, [behind]);

  if (state === 'loading') return null;
  if (state === 'member' || state === 'plans') return <Navigate to="/" replace />;

  const created = (made: User) => {
    clear();
    startSession(made);
    go(4, true);
  };

  return (
    <BesidePoster>
      <div className={css.wizard}>
        <StepMeter step={step} />
        <header className={css.head}>
          <h1>{copy[step].heading}</h1>
          <p className={css.lead}>{copy[step].lead}</p>
        </header>
        {step === 1 && (
          <EmailStep
            draft={draft}
            onChange={(part) => {
              setRejected(undefined);
              change(part);
            }}
            onDone={() => go(2)}
            takeToken={botCheck.takeToken}
            rejected={rejected?.field === 'email' ? rejected.sentence : undefined}
            onShowTerms={() => setTermsShown(true)}
            botNotice={<BotCheckNotice failed={botCheck.failed} onReload={botCheck.reload} />}
          />
        )}
        {step === 2 && (
          <NameStep
            draft={draft}
            onChange={(part) => {
              setRejected(undefined);
              change(part);
            }}
            onDone={() => go(3)}
            rejected={rejected?.field === 'display_name' ? rejected.sentence : undefined}
          />
        )}
        {step === 3 && (
          <PasswordStep
            draft={draft}
            onCreated={created}
            onRejected={(field, sentence) => {
              setRejected({ field, sentence });
              change(field === 'email' ? { emailChecked: false } : { displayNameChecked: false });
              go(field === 'email' ? 1 : 2);
            }}
          />
        )}
        {step === 4 && <ServicesStep />}
        <p className={css.foot}>
          {step < 4 ? (
            <span>
              Already a member? <Link to="/login">Login</Link>
            </span>
          ) : (
            <Link to="/logout">Finish later</Link>
          )}
          {(step === 2 || step === 3) && <Link to={step === 2 ? '?step=1' : '?step=2'}>Back</Link>}
        </p>
        {termsShown && (
          <Dialog title="Terms of Service" size="wide" onClose={() => setTermsShown(false)}>
            <TermsText />
            <DialogActions>
              <Button onClick={() => setTermsShown(false)}>Close</Button>
              <Button
                variant="primary"
                onClick={() => {
                  change({ acceptedTerms: true });
                  setTermsShown(false);
                }}
              >
                Accept
              </Button>
            </DialogActions>
          </Dialog>
        )}
      </div>
    </BesidePoster>
  );
}
