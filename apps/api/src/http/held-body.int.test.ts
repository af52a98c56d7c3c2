// A session is checked before the body is read, and a body may take a minute.
import { request } from 'node:http';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';

const { app, prisma, as, tokenOf } = await startApp();
const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

/** Sends a call whose body ends only after `meanwhile`. Returns its status. */
async function callAround(
  user: User,
  [method, path]: readonly [string, string],
  body: object,
  meanwhile: () => Promise<unknown>,
) {
  const text = JSON.stringify(body);
  const call = request({
    hostname,
    port,
    method,
    path,
    headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' },
  });
  const arrived = new Promise<void>((resolve) => {
    app.server.once('request', () => resolve());
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (reply) => resolve(reply.resume().statusCode));
    call.once('error', reject);
  });
  call.write(text.slice(0, 1));
  await arrived;
  await meanwhile();
  call.end(text.slice(1));
  return status;
}

describe('a call whose body arrives after its session has ended', () => {
  it('creates no address for a media server, which would outlive the session', async () => {
    const user = await createUser(prisma);
    const status = await callAround(user, ['POST', '/api/v1/watch_hook'], { account_name: 'eve' }, () =>
      as(user).post('/users/sign_out').send({ everywhere: true }).expect(204),
    );
    expect(status).toBe(401);
    expect(await prisma.watchHook.count({ where: { userId: user.id } })).toBe(0);
  });

  it('deletes no account', async () => {
    const user = await createUser(prisma);
    const status = await callAround(user, ['POST', '/api/v1/users/destroy'], {}, () =>
      as(user).post('/users/sign_out').send({ everywhere: true }).expect(204),
    );
    expect(status).toBe(401);
    expect(await prisma.user.count({ where: { id: user.id } })).toBe(1);
  });
});
