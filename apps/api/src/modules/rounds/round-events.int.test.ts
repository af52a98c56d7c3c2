import { describe, expect, it } from 'vitest';
import { createUser, unique } from '../../../test/factories.ts';
import { startRounds } from '../../../test/rounds.ts';
import { waitFor } from '../../../test/wait-for.ts';

const { one, other, prisma, as, visitor, start, read, join, joinAsGuest } = await startRounds();

interface Stream {
  /** The versions that arrived. */
  versions: number[];
  text: () => string;
  status: number;
  ended: Promise<unknown>;
  close: () => void;
}

async function listen(
  from: typeof one,
  token: string,
  code: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const abort = new AbortController();
  const reply = await fetch(`${from.app.listeningOrigin}/api/v1/rounds/${code}/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  let text = '';
  const versions: number[] = [];
  const ended = (async () => {
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString();
      for (const [, version] of Buffer.from(chunk)
        .toString()
        .matchAll(/data: \{"version":(\d+)\}/g))
        versions.push(Number(version));
    }
  })().catch(() => {});
  return { versions, text: () => text, status: reply.status, ended, close: () => abort.abort() };
}

const until = (condition: () => boolean) => waitFor('the versions', condition);

describe('events', () => {
  it('reach the members of a round in every process', async () => {
    const [host, user] = [await createUser(prisma), await createUser(prisma)];
    const { code, version } = await start(host);
    const here = await listen(one, one.tokenOf(host), code);
    await until(() => here.versions.includes(version));
    await other.as(user).post(`/api/v1/rounds/${code}/join`).send({}).expect(200);
    const there = await listen(other, other.tokenOf(user), code);
    const { version: joined } = await read(as(host), code);
    await until(() => here.versions.includes(joined) && there.versions.includes(joined));
    await as(user).patch(`/api/v1/rounds/${code}/me`).send({ ready: true }).expect(200);
    await until(() => here.versions.includes(joined + 1) && there.versions.includes(joined + 1));
    expect(here.text()).toMatch(/^: .*\n\nid: \d+\nevent: round\ndata: \{"version":\d+\}\n\n/);
    here.close();
    there.close();
  });

  it('resume after Last-Event-ID: nothing when the client has the version, else the version', async () => {
    const host = await createUser(prisma);
    const { code, version } = await start(host);
    const current = await listen(one, one.tokenOf(host), code, { 'last-event-id': String(version) });
    const behind = await listen(one, one.tokenOf(host), code, { 'last-event-id': String(version - 1) });
    await until(() => behind.versions.length === 1);
    await join(await createUser(prisma), code);
    await until(() => current.versions.length > 0);
    expect(current.versions, 'only what came later').not.toContain(version);
    current.close();
    behind.close();
  });

  it('end after leaving and after signing out', async () => {
    const [host, leaver, signer] = [
      await createUser(prisma),
      await createUser(prisma),
      await createUser(prisma),
    ];
    const { code } = await start(host);
    await join(leaver, code);
    await join(signer, code);
    const leaving = await listen(other, other.tokenOf(leaver), code);
    const token = one.tokenOf(signer);
    const signing = await listen(other, token, code);
    await as(leaver).delete(`/api/v1/rounds/${code}/me`).expect(204);
    await visitor.post('/users/sign_out').set('authorization', `Bearer ${token}`).expect(204);
    await Promise.all([leaving.ended, signing.ended]);
  });

  it('end in every process for a guest who keeps the taste, and go on for the account', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const guest = await joinAsGuest(code);
    const [here, there] = [await listen(one, guest.token, code), await listen(other, guest.token, code)];
    const name = unique('kept').slice(0, 16);
    const account = {
      user: { email: `${name}@example.com`, display_name: name, password: 'popcorn 4 two' },
      terms_accepted: true,
      thirteen_or_older: true,
    };
    const { body } = await guest.agent.post(`/api/v1/rounds/${code}/me/keep`).send(account).expect(201);
    await Promise.all([here.ended, there.ended]);
    expect((await listen(other, guest.token, code)).status).toBe(404);
    const kept = await listen(other, body.user.access_token, code);
    const { version } = await read(as(host), code);
    await until(() => kept.versions.includes(version));
    await join(await createUser(prisma), code);
    await until(() => kept.versions.includes(version + 1));
    kept.close();
  });

  it('are three streams per person', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const token = one.tokenOf(host);
    const streams = [];
    for (let at = 0; at < 3; at++) streams.push(await listen(one, token, code));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listen(one, token, code)).status).toBe(429);
    streams[0]?.close();
    const fourth = await waitFor('the place of the closed stream', async () => {
      const stream = await listen(one, token, code);
      return stream.status === 200 && stream;
    });
    for (const stream of [...streams, fourth]) stream.close();
  });

  it('are refused to a stranger', async () => {
    const { code } = await start(await createUser(prisma));
    expect((await listen(one, one.tokenOf(await createUser(prisma)), code)).status).toBe(404);
  });
});
