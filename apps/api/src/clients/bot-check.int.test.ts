import { createServer, type Server } from 'node:http';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createUser, PASSWORD } from '../../test/factories.ts';
import { createAltcha, createRecaptcha } from './bot-check.ts';

const proofsOf = () => {
  const used = new Set<string>();
  return { use: async (hash: string) => used.size !== used.add(hash).size };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('ALTCHA', async () => {
  const { visitor, prisma } = await startApp({ BOT_CHECK: 'altcha' });
  const user = await createUser(prisma);

  async function solve(action?: string): Promise<{ challenge: object; solution: object }> {
    const path = `/api/v1/bot_check/challenge${action ? `?action=${action}` : ''}`;
    const { status, body, headers } = await visitor.get(path);
    expect([status, body.provider, headers['cache-control']]).toEqual([200, 'altcha', 'no-store']);
    const { provider: _, ...challenge } = body;
    const solution = await solveChallenge({ challenge, deriveKey });
    if (!solution) throw new Error('no solution');
    return { challenge, solution };
  }
  const encode = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64');
  const signIn = (recaptcha: unknown) =>
    visitor.post('/users/sign_in').send({ user: { email: user.email, password: PASSWORD }, recaptcha });
  const check = (recaptcha: unknown) =>
    visitor.post('/api/v1/users/check_email_exists').send({ email: user.email, recaptcha });

  it('accepts a solved challenge once and refuses its second use', async () => {
    const proof = encode(await solve('login'));
    expect((await signIn(proof)).status).toBe(200);
    const again = await signIn(proof);
    expect([again.status, again.body.error]).toEqual([422, 'bot_check_failed']);
  });

  it('accepts a proof only once when simultaneous requests use it', async () => {
    const proof = encode(await solve('login'));
    const all = await Promise.all(Array.from({ length: 6 }, () => signIn(proof)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(422)]);
  });

  it('accepts a proof only for the action of its challenge', async () => {
    expect((await signIn(encode(await solve('signup_email')))).body.error).toBe('bot_check_failed');
    expect((await check(encode(await solve('login')))).body.error).toBe('bot_check_failed');
    expect((await check(encode(await solve('signup_email')))).body).toEqual({ email_exists: true });
    expect((await check(encode(await solve()))).status).toBe(200);
    expect((await visitor.get('/api/v1/bot_check/challenge?action=other')).status).toBe(422);
  });

  it('refuses malformed, changed and unsigned proofs', async () => {
    const { challenge, solution } = await solve('login');
    const parameters = 'parameters' in challenge ? challenge.parameters : {};
    const refused = [
      undefined,
      null,
      '',
      'nonsense',
      '%%%',
      encode(null),
      encode([]),
      encode({ challenge }),
      encode({ challenge, solution: { counter: 1, derivedKey: 'zz' } }),
      encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      encode({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
      encode({
        challenge: { ...challenge, parameters: { ...Object(parameters), data: { action: 'login2' } } },
        solution,
      }),
      encode({
        challenge: { ...challenge, parameters: { ...Object(parameters), expiresAt: 4_000_000_000 } },
        solution,
      }),
      encode({ challenge: { ...challenge, parameters: { ...Object(parameters), cost: 1 } }, solution }),
    ];
    for (const recaptcha of refused) {
      const { status, body } = await signIn(recaptcha);
      expect([status, body.error]).toEqual([422, 'bot_check_failed']);
    }
    expect((await signIn(encode({ challenge, solution }))).status).toBe(200);
  });

  it('refuses logins without a proof, and does not count these logins against the limit', async () => {
    const app = await startApp({ BOT_CHECK: 'altcha', RATE_LIMIT: 'on' });
    const { email } = await createUser(app.prisma);
    const logIn = (recaptcha?: string) =>
      app.visitor.post('/users/sign_in').send({ user: { email, password: PASSWORD }, recaptcha });
    for (let time = 0; time < 12; time++) expect((await logIn()).body.error).toBe('bot_check_failed');
    const { provider: _, ...challenge } = (await app.visitor.get('/api/v1/bot_check/challenge?action=login'))
      .body;
    const solution = await solveChallenge({ challenge, deriveKey });
    expect((await logIn(encode({ challenge, solution }))).status).toBe(200);
  });

  it('refuses a proof after five minutes', async () => {
    const botCheck = createAltcha('a key that is long enough for anybody', proofsOf());
    const solved = async () => {
      const { provider: _, ...challenge } = await botCheck.createChallenge('login');
      const parsed = JSON.parse(JSON.stringify(challenge));
      return encode({ challenge: parsed, solution: await solveChallenge({ challenge: parsed, deriveKey }) });
    };
    const [early, late] = [await solved(), await solved()];
    vi.useFakeTimers({ toFake: ['Date'] });
    // On a busy machine, finding two proofs takes seconds.
    const slackMs = 60_000;
    vi.setSystemTime(Date.now() + 5 * 60_000 - slackMs);
    await botCheck.verify({ proof: early, action: 'login', ip: '::1' });
    vi.setSystemTime(Date.now() + 2 * slackMs);
    await expect(botCheck.verify({ proof: late, action: 'login', ip: '::1' })).rejects.toMatchObject({
      code: 'bot_check_failed',
    });
  });
});

describe('reCAPTCHA v3', () => {
  let server: Server;
  let verifyUrl = '';
  let answer: { status: number; body: string };
  let asked = '';
  const replyWith = (change: object = {}) => ({
    status: 200,
    body: JSON.stringify({
      success: true,
      score: 0.5,
      action: 'login',
      hostname: 'marquee.example',
      challenge_ts: new Date().toISOString(),
      ...change,
    }),
  });
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      asked = '';
      for await (const chunk of request) asked += chunk;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    verifyUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const create = (url = verifyUrl) =>
    createRecaptcha({
      siteKey: 'site',
      secret: 'the secret',
      hostnames: ['marquee.example'],
      proofs: proofsOf(),
      verifyUrl: url,
    });
  const verify = (proof: string | null = 'token', botCheck = create()) =>
    botCheck.verify({ proof, action: 'login', ip: '192.0.2.1' });

  it('verifies a token with Google, and refuses its second use', async () => {
    answer = replyWith();
    const botCheck = create();
    await verify('token', botCheck);
    expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
      secret: 'the secret',
      response: 'token',
      remoteip: '192.0.2.1',
    });
    await expect(verify('token', botCheck)).rejects.toMatchObject({ code: 'bot_check_failed' });
    expect(await botCheck.createChallenge('login')).toEqual({ provider: 'recaptcha', site_key: 'site' });
  });

  it.each([
    [{ score: 0.49 }],
    [{ score: undefined }],
    [{ action: 'signup_email' }],
    [{ hostname: 'evil.example' }],
    [{ challenge_ts: new Date(Date.now() - 6 * 60_000).toISOString() }],
    [{ challenge_ts: undefined }],
    [{ success: false, 'error-codes': ['timeout-or-duplicate'] }],
    [{ success: false, 'error-codes': ['invalid-input-response'] }],
  ])('refuses the token when Google answers %j', async (change) => {
    answer = replyWith(change);
    await expect(verify()).rejects.toMatchObject({ code: 'bot_check_failed' });
  });

  it('refuses the request and does not call Google when the token is missing', async () => {
    await expect(verify(null)).rejects.toMatchObject({ code: 'bot_check_failed' });
    await expect(verify('')).rejects.toMatchObject({ code: 'bot_check_failed' });
  });

  it('answers unavailable when Google is unreachable, sends an unexpected reply or rejects the secret', async () => {
    answer = { status: 500, body: '{}' };
    await expect(verify()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    answer = { status: 200, body: '<html>' };
    await expect(verify()).rejects.toMatchObject({ code: 'unavailable' });
    answer = replyWith({ success: false, 'error-codes': ['invalid-input-secret'] });
    await expect(verify()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(verify('token', create('http://127.0.0.1:1/'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
