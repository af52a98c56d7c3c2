import { MESSAGES } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { BesidePoster } from '#src/components/ui/beside-poster.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { signIn } from '#src/features/account/visitor-api.ts';
import { BotCheckNotice } from '#src/features/bot-check/components/bot-check-notice.tsx';
import { useBotCheck } from '#src/features/bot-check/hooks/use-bot-check.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { startSession, useSession } from '#src/lib/session/session.ts';
import css from './account.module.css';

/** The login screen. For visitors it also replaces every screen for members, at the same address. */
export function Component() {
  const { state } = useSession();
  const atLogin = useLocation().pathname === paths.login;
  const botCheck = useBotCheck('login', state === 'visitor');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});

  const login = useMutation({
    mutationFn: async () => signIn({ email, password, recaptcha: await botCheck.takeToken() }),
    onSuccess: startSession,
  });

  if (atLogin && state !== 'visitor' && state !== 'loading') return <Navigate to="/" replace />;

  const submit = () => {
    const found = {
      ...(email.trim() === '' && { email: MESSAGES.emailRequired }),
      ...(password === '' && { password: MESSAGES.passwordRequired }),
    };
    setMissing(found);
    if (Object.keys(found).length === 0 && !login.isPending) login.mutate();
  };

  return (
    <BesidePoster>
      <Page title={texts.login} heading="Welcome back" narrow>
        <Form label={texts.login} onSubmit={submit}>
          {/* Enter submits through this button, because the visible button is disabled until the bot
              check is ready. After an earlier Enter, the form is sent when the check is ready. */}
          <button type="submit" hidden>
            {texts.login}
          </button>
          <Field
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            error={missing.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Field
            label="Password"
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={missing.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <FormNotice failure={failureOf(login.error)} />
          <BotCheckNotice failed={botCheck.failed} onReload={botCheck.reload} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={login.isPending}
            disabled={!botCheck.ready}
          >
            {texts.login}
          </Button>
        </Form>
        <p className={css.links}>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <Link to={paths.register}>Create an account</Link>
        </p>
      </Page>
    </BesidePoster>
  );
}
