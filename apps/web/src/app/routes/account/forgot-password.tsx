import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { requestPasswordReset, resetRequestFailure } from '#src/features/account/visitor-api.ts';
import { emailProblem } from '#src/lib/forms/rules.ts';
import css from './account.module.css';
import { Component as ResetPassword } from './reset-password.tsx';

/** Requests a reset link. With a token in the address it shows the reset form. */
export function Component() {
  const [params] = useSearchParams();
  return params.has('reset_password_token') ? <ResetPassword /> : <Request />;
}

function Request() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const request = useMutation({ mutationFn: () => requestPasswordReset(email.trim()) });
  return (
    <Page
      title="Forgot password"
      heading="Forgot your password?"
      lead="Enter your email address. We send you a link to set a new password."
      narrow
    >
      <Form
        label="Forgot password"
        onSubmit={() => {
          const found = emailProblem(email);
          setProblem(found);
          if (!found && !request.isPending) request.mutate();
        }}
      >
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          error={problem}
          onChange={(event) => setEmail(event.target.value)}
        />
        <FormNotice
          failure={resetRequestFailure(request.error)}
          success={request.isSuccess ? texts.emailSent : undefined}
        />
        <Button type="submit" variant="primary" size="large" wide busy={request.isPending}>
          Send the link
        </Button>
      </Form>
      <p className={css.links}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </Page>
  );
}
