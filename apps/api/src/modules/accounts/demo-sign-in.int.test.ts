import bcrypt from 'bcrypt';
import { describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '#src/modules/catalogue/seed/demo-account.ts';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';

const development = await startApp();
const production = await startApp({ IS_PRODUCTION: true });
const { email, password } = DEMO_ACCOUNT;
await createUser(development.prisma, { email, passwordHash: await bcrypt.hash(password, 4) });

describe('the demo account', () => {
  it('can log in outside production', async () => {
    const { status } = await development.visitor.post('/users/sign_in').send({ user: { email, password } });
    expect(status).toBe(200);
  });

  it('cannot log in under the rules of production, however its address is spelled', async () => {
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      const { status, body } = await production.visitor
        .post('/users/sign_in')
        .send({ user: { email: spelling, password } });
      expect([status, body.error]).toEqual([422, 'invalid_credentials']);
    }
  });
});
