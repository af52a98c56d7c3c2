import { PASSWORD_FRESH_MINUTES } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';
import { writeExportCode } from './export-code.ts';

const { app, deps, prisma, as, visitor } = await startApp();
const HOUR_MS = 3_600_000;

const mailsOf = (user: User) =>
  prisma.outboxMessage.count({ where: { userId: user.id, kind: 'monthly_export' } });

describe('the monthly export', () => {
  it('is off at first, and its mail is queued once a month for who switched it on', async () => {
    const user = await createUser(prisma);
    const { body } = await as(user).get('/api/v1/user').expect(200);
    expect(body.user.monthly_export).toBe(false);
    await deps.repos.upkeep.queueMonthlyExports();
    expect(await mailsOf(user)).toBe(0);
    const saved = await as(user)
      .put('/api/v1/user')
      .send({ user: { monthly_export: true } })
      .expect(200);
    expect(saved.body.user.monthly_export).toBe(true);
    await Promise.all([1, 2, 3].map(() => deps.repos.upkeep.queueMonthlyExports()));
    expect(await mailsOf(user)).toBe(1);
    await prisma.user.update({
      where: { id: user.id },
      data: { exportMailedAt: new Date(Date.now() - 32 * 24 * HOUR_MS) },
    });
    await deps.repos.upkeep.queueMonthlyExports();
    expect(await mailsOf(user)).toBe(2);
  });

  it('is not mailed to an address that nobody has proven', async () => {
    const user = await createUser(prisma, { monthlyExport: true, emailVerifiedAt: null });
    await deps.repos.upkeep.queueMonthlyExports();
    expect(await mailsOf(user)).toBe(0);
  });
});

describe('the mailed link', () => {
  /** Opens the link with a session that began an hour ago, as that of a browser on the sofa. */
  function opener(user: User, code: string) {
    const iat = Math.floor(Date.now() / 1_000) - PASSWORD_FRESH_MINUTES * 60 - 3_600;
    const token = app.jwt.sign({ sub: String(user.id), ver: 0, jti: unique('t'), iat });
    const headers = { authorization: `Bearer ${token}` };
    return {
      open: () => visitor.get('/api/v1/user/export').query({ code }).set(headers),
      confirm: () =>
        visitor
          .post('/api/v1/users/password_confirmation')
          .set(headers)
          .send({ user: { password: PASSWORD } })
          .expect(200),
    };
  }
  const refused = (error: string) => ({ status: 422, body: { error } });

  it('asks for the password, and then gives the whole export', async () => {
    const user = await createUser(prisma);
    const { open, confirm } = opener(user, writeExportCode(deps.secrets, user.id, new Date()));
    expect(await open()).toMatchObject(refused('password_needed'));
    await confirm();
    const { body } = await open().expect(200);
    expect(body.user.email).toBe(user.email);
  });

  it.each([
    [
      'that ended',
      (user: User) => writeExportCode(deps.secrets, user.id, new Date(Date.now() - 25 * HOUR_MS)),
    ],
    ['of another user', (user: User) => writeExportCode(deps.secrets, user.id + 1, new Date())],
    ['that somebody wrote', (user: User) => `${user.id}-99999999999.c2lnbmF0dXJl`],
    ['that is empty', () => ''],
  ])('%s opens nothing, with the password too', async (_, codeFor) => {
    const user = await createUser(prisma);
    const { open, confirm } = opener(user, codeFor(user));
    await confirm();
    expect(await open()).toMatchObject(refused('invalid_code'));
  });
});
