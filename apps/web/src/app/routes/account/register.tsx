import type { User } from '@marquee/contracts';
import { SIGNUP_STEP } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useEffect, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { BesidePoster } from '#src/components/ui/beside-poster.tsx';
import { BotCheckNotice } from '#src/features/bot-check/components/bot-check-notice.tsx';
import { useBotCheck } from '#src/features/bot-check/hooks/use-bot-check.ts';
import { patchSignupStep } from '#src/features/sign-up/api.ts';
import { EmailStep } from '#src/features/sign-up/components/email-step.tsx';
import { NameStep } from '#src/features/sign-up/components/name-step.tsx';
import { PasswordStep } from '#src/features/sign-up/components/password-step.tsx';
import { StepMeter } from '#src/features/sign-up/components/step-meter.tsx';
import { furthestStep, useDraft } from '#src/features/sign-up/hooks/use-draft.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import { setUser, startSession, useSession } from '#src/lib/session/session.ts';
import { LaterChoice } from './later-choice.tsx';
import { ProvidersStep } from './providers-step.tsx';
import css from './register.module.css';
import { TermsDialog } from './terms-dialog.tsx';

// Both make accounts of the same fields, so they share a chunk.
export { KeepTaste } from '../together/keep-taste.tsx';

const copy = {
  1: { heading: 'Come in', lead: 'Four short steps. It takes less than five minutes.' },
  2: { heading: 'What shall we call you?', lead: 'People you share lists with see this name.' },
  3: { heading: 'Choose a password', lead: 'This step creates your account.' },
  4: {
    heading: 'What can you watch?',
    lead: 'Select your streaming services. You can change them at any time.',
  },
} as const;
const later = {
  heading: 'Your account is ready',
  lead: 'You stay logged in on this device. You can choose your streaming services now or when you come back.',
} as const;

/** Raises the stored step of an account that another client created with a lower step. */
function useRaisedStep(user: User | null): void {
  const isBehind = user !== null && user.signup_step < SIGNUP_STEP.services;
  useEffect(() => {
    if (!isBehind) return;
    patchSignupStep(SIGNUP_STEP.services).then(setUser, (error: unknown) =>
      console.error('The sign-up step was not saved.', error),
    );
  }, [isBehind]);
}

/**
 * The sign-up wizard, with its step in the address, so that Back goes one step back. The account, or else the
 * draft, decides the furthest allowed step.
 */
export function Component() {
  const { state, user } = useSession();
  const [params, setParams] = useSearchParams();
  const { draft, change, clear } = useDraft();
  const [rejected, setRejected] = useState<{ field: 'email' | 'display_name'; sentence: string }>();
  const [termsShown, setTermsShown] = useState(false);
  // The services step navigates to the next screen. The redirect below must not run at the same time.
  const [finished, setFinished] = useState(false);
  const botCheck = useBotCheck('signup_email', state === 'visitor');

  const furthest = user ? 4 : furthestStep(draft);
  // When the page opens without a step in the address, write the furthest step into the address. Later, an
  // address without a step means step 1.
  const [resumed, setResumed] = useState(params.has('step') ? null : furthest);
  const asked = Number(params.get('step') ?? resumed ?? 1);
  const isLater = user !== null && params.has('later');
  const step = user
    ? 4
    : asked === 1 || asked === 2 || asked === 3
      ? (Math.min(asked, furthest) as 1 | 2 | 3)
      : furthest;
  useTitle(`Sign up, step ${step} of 4`);

  const go = (next: number, replace = false) =>
    setParams(next === 1 ? {} : { step: String(next) }, { replace });

  const hasStep = params.has('step');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the session or the presence of a step changes
  useEffect(() => {
    if (hasStep) setResumed(null);
    else if (state === 'visitor' && resumed !== null && resumed > 1) go(resumed, true);
  }, [hasStep, state]);

  useRaisedStep(user);

  if (state === 'loading') return null;
  // Back from /welcome/rate shows the streaming services again.
  const isBack = state === 'member' && params.get('step') === '4';
  if (finished) return null;
  if (state === 'plans' || (state === 'member' && !isBack)) return <Navigate to="/" replace />;

  const created = (made: User) => {
    clear();
    startSession(made);
    go(4, true);
  };

  return (
    <BesidePoster>
      <div className={css.wizard}>
        <StepMeter step={step} />
        <header className="stack gap-4">
          <h1>{(isLater ? later : copy[step]).heading}</h1>
          <p className="soft">{(isLater ? later : copy[step]).lead}</p>
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
        {step === 4 && (isLater ? <LaterChoice /> : <ProvidersStep onDone={() => setFinished(true)} />)}
        <p className={css.foot}>
          {step < 4 ? (
            <span>
              Already a member? <Link to={paths.login}>{texts.login}</Link>
            </span>
          ) : (
            !isLater && !isBack && <Link to="?later=true">Finish later</Link>
          )}
          {(step === 2 || step === 3) && <Link to={step === 2 ? '?step=1' : '?step=2'}>Back</Link>}
        </p>
        {termsShown && (
          <TermsDialog
            onClose={() => setTermsShown(false)}
            onAccept={() => {
              change({ acceptedTerms: true });
              setTermsShown(false);
            }}
          />
        )}
      </div>
    </BesidePoster>
  );
}
