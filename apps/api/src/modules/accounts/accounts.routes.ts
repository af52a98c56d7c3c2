import * as texts from '@marquee/contracts/texts';
import type { FastifyInstance } from 'fastify';
import type { BotCheck } from '#src/clients/bot-check.ts';
import { serve } from '#src/http/serve.ts';
import type { ExportService } from '#src/modules/export/export.service.ts';
import type { AccountsService } from './accounts.service.ts';
import type { DeletionService } from './deletion.service.ts';
import type { EmailService } from './email.service.ts';
import type { RecoveryService } from './recovery.service.ts';
import type { Session, SessionsService } from './sessions.service.ts';
import type { SignUpService } from './sign-up.service.ts';

interface Services {
  accounts: AccountsService;
  sessions: SessionsService;
  signUp: SignUpService;
  email: EmailService;
  recovery: RecoveryService;
  deletion: DeletionService;
  exports: ExportService;
  botCheck: BotCheck;
}

export function registerAccounts(app: FastifyInstance, services: Services): void {
  const { accounts, sessions, signUp, email, recovery, deletion, exports, botCheck } = services;
  const withToken = async ({ userId, tokenVersion }: Session) => ({
    user: await accounts.getUser({ userId, token: app.issueToken(userId, tokenVersion) }),
  });

  serve(app, 'POST /users/sign_in', async ({ body, request }) =>
    withToken(await sessions.signIn(request, body)),
  );
  serve(app, 'POST /users', async ({ body, request }) => withToken(await signUp.signUp(request, body)));
  serve(app, 'POST /api/v1/users/check_email_exists', async ({ body, request }) => ({
    email_exists: await signUp.isEmailTaken(request, body),
  }));
  serve(app, 'POST /api/v1/users/check_display_name_exists', async ({ body, request }) => {
    const errors = await signUp.checkDisplayName(request, body.display_name);
    return { valid: errors.length === 0, errors };
  });
  serve(app, 'GET /api/v1/bot_check/challenge', ({ query }) => botCheck.createChallenge(query.action));

  serve(app, 'POST /users/sign_out', async ({ caller, body }) => {
    await sessions.signOut(caller, body ?? {});
    return undefined;
  });
  serve(app, 'POST /api/v1/users/confirm_email', async ({ body, request }) => {
    await email.confirm(request, body.code);
    return { message: 'Your email address is confirmed.' };
  });
  serve(app, 'POST /api/v1/users/resend_confirmation', async ({ caller }) => {
    await email.resend(caller);
    return { message: texts.emailSent };
  });
  serve(app, 'POST /api/v1/users/restore_email', async ({ body, request }) => {
    await email.restore(request, body.code);
    return {
      message: 'Your previous email address is restored. We have sent you a link to choose a new password.',
    };
  });

  serve(app, 'GET /api/v1/user', async ({ caller }) => ({ user: await accounts.getUser(caller) }));
  serve(app, 'PUT /api/v1/user', async ({ caller, body }) => ({
    user: await accounts.updateUser(caller, body),
  }));
  serve(app, 'PATCH /api/v1/user', async ({ caller, body }) => ({
    user: await accounts.raiseSignupStep(caller, body.user.signup_step),
  }));
  serve(app, 'POST /api/v1/referral_sources', async ({ caller, body }) => ({
    referral_source: await accounts.saveReferralSource(caller, body.referral_source),
  }));
  serve(app, 'GET /api/v1/user/export', async ({ caller, query, reply }) => {
    const day = new Date().toISOString().slice(0, 10);
    if (query.code !== undefined) await exports.requireLink(caller, query.code);
    const file = await exports.exportUser(caller, query.format);
    const name = query.format === 'json' ? `marquee-${day}.json` : `marquee-${query.format}-${day}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    reply.type(`${query.format === 'json' ? 'application/json' : 'text/csv'}; charset=utf-8`);
    return file;
  });

  serve(app, 'POST /users/password', async ({ body, request }) => {
    await recovery.requestReset(request, body.user.email);
    return { message: texts.emailSent };
  });
  serve(app, 'PATCH /users/password', async ({ body }) => {
    await recovery.resetPassword(body);
    return undefined;
  });
  serve(app, 'POST /api/v1/users/password_confirmation', async ({ caller, body }) => {
    await recovery.confirmPassword(caller, body.user.password);
    return { valid: true };
  });

  serve(app, 'POST /api/v1/users/destroy', async ({ caller }) => {
    await deletion.eraseCaller(caller);
    return { message: 'Your account was deleted.' };
  });
  serve(app, 'POST /api/v1/user/delete_account', async ({ body, request }) => {
    await deletion.requestCode(request, body.user.email);
    return { message: 'If this address has an account, we have sent it an email. Please check your inbox.' };
  });
  serve(app, 'POST /api/v1/user/confirm_delete_account', async ({ body, request }) => {
    await deletion.confirm(request, body.user.email, body.code);
    return { message: 'Your account was deleted.' };
  });
}
