import { DISPLAY_NAME_MAX, latestBirthdate, MESSAGES } from '@marquee/contracts';
import bcrypt from 'bcrypt';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';

const { app, prisma, visitor, as } = await startApp();
const fresh = () => {
  const name = unique('p');
  return { email: `${name}@example.com`, display_name: name, password: PASSWORD };
};
const signUp = (user: object) => visitor.post('/users.json').send({ user });

describe('POST /users', () => {
  it('creates a user with a trial, two lists and a welcome mail', async () => {
    const user = fresh();
    const { status, body } = await signUp({ ...user, signup_step: 4 });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      email: user.email,
      display_name: user.display_name,
      signup_step: 4,
      trial_or_subscribed: true,
      has_creation_trial: true,
      subscribed: false,
      subscription_canceled: false,
      plan_read_only: false,
      pending_referral_source: true,
      critical_rating_source: 'none',
      add_tags_while_rating: true,
      unavailable_titles: false,
      first_name: null,
      product_id: null,
      preferences: { filter_all_streaming_services: 'true', filter_media_type: 'all' },
    });
    expect(Object.values(body.user.notification_preferences)).toEqual(Array(6).fill(true));
    expect(Date.parse(body.user.trial_ends_at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    const { id } = body.user;
    const lists = await prisma.userList.findMany({ where: { ownerId: id }, orderBy: { id: 'asc' } });
    expect(lists.map((list) => list.name)).toEqual(['Watch Later', "Haven't Watched"]);
    expect(await prisma.outboxMessage.findMany({ where: { userId: id } })).toMatchObject([
      { kind: 'welcome' },
    ]);
    const again = await visitor.get('/api/v1/user').set('authorization', `Bearer ${body.user.access_token}`);
    expect(again.body.user).toEqual(body.user);
  });

  it('ignores fields that a user may not set', async () => {
    const { body } = await signUp({
      ...fresh(),
      id: 1,
      signup_step: 9999,
      trial_or_subscribed: false,
      product_id: 'free',
      token_version: 7,
    });
    expect(body.user).toMatchObject({ signup_step: 4, trial_or_subscribed: true, product_id: null });
    expect(body.user.id).not.toBe(1);
  });

  it('stores only a hash of the password', async () => {
    const user = fresh();
    await signUp(user);
    const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { email: user.email } });
    expect(passwordHash).toMatch(/^\$2b\$/);
  });

  it.each([
    ['7 characters', 'abcdef7', MESSAGES.passwordLength],
    ['33 characters', `${'a'.repeat(32)}1`, MESSAGES.passwordLength],
    ['no digit', 'abcdefgh', MESSAGES.passwordDigit],
    ['73 bytes', `1${'ü'.repeat(0)}${'€'.repeat(24)}`, MESSAGES.passwordTooLong],
    ['nothing', '', MESSAGES.passwordRequired],
    ['null', null, MESSAGES.passwordRequired],
  ])('refuses a password of %s', async (_, password, sentence) => {
    const { status, body } = await signUp({ ...fresh(), password });
    expect(status).toBe(422);
    expect(body.error).toBe('invalid');
    expect(body.errors.password).toContain(sentence);
  });

  it.each([
    ['8 characters', 'abcdefg8'],
    ['32 characters', `${'a'.repeat(31)}1`],
    ['72 bytes', `${'€'.repeat(23)}123`],
    ['spaces around', '  abc 123  '],
  ])('accepts a password of %s, and refuses a login with any other password', async (_, password) => {
    const user = { ...fresh(), password };
    expect((await signUp(user)).status).toBe(201);
    const signIn = (given: string) =>
      visitor.post('/users/sign_in.json').send({ user: { email: user.email, password: given } });
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(`${password}x`)).status).toBe(422);
    if (password.trim() !== password) expect((await signIn(password.trim())).status).toBe(422);
  });

  it.each([
    ['missing', undefined, MESSAGES.displayNameRequired],
    ['empty', '', MESSAGES.displayNameRequired],
    ['2 characters', 'ab', MESSAGES.displayNameLength],
    ['17 characters', 'a'.repeat(17), MESSAGES.displayNameLength],
    ['without a letter', '12345', MESSAGES.displayNameLetter],
    ['with a space', 'ab cd', MESSAGES.displayNameCharacters],
    ['with markup', '<b>bold', MESSAGES.displayNameCharacters],
    ['with a line break', 'ab\ncd', MESSAGES.displayNameCharacters],
  ])('refuses a sign-up whose display name is %s', async (_, displayName, sentence) => {
    const { status, body } = await signUp({ ...fresh(), display_name: displayName });
    expect(status).toBe(422);
    expect(body.errors.display_name).toContain(sentence);
  });

  it.each([3, DISPLAY_NAME_MAX])('accepts a display name of %i characters', async (length) => {
    const name = unique('').padStart(length, 'é').slice(-length).replace(/^./, 'é');
    expect((await signUp({ ...fresh(), display_name: name })).status).toBe(201);
  });

  it.each([
    '',
    'nobody',
    'a@b',
    'a b@example.com',
    'a@example..com',
    'a@exa\r\nmple.com',
    `${'a'.repeat(250)}@e.de`,
  ])('refuses a sign-up with the address %j', async (email) => {
    const { status, body } = await signUp({ ...fresh(), email });
    expect(status).toBe(422);
    expect(body.errors.email).toHaveLength(1);
  });

  it('reports a taken address and a taken display name in one reply, and ignores upper and lower case', async () => {
    const user = fresh();
    await signUp(user);
    const { status, body } = await signUp({
      ...user,
      email: user.email.toUpperCase(),
      display_name: user.display_name.toUpperCase(),
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ email: [MESSAGES.emailTaken], display_name: [MESSAGES.displayNameTaken] });
  });

  describe('repeated, because the first reply was lost', () => {
    it('answers as the first with the same address, name and password', async () => {
      const user = fresh();
      const first = await signUp(user);
      const again = await signUp(user);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body.user.id).toBe(first.body.user.id);
      const other = await signUp({ ...user, password: 'another-phrase-8' });
      expect(other.body.errors).toMatchObject({ email: [MESSAGES.emailTaken] });
    });

    it('is taken after a login, and after ten minutes', async () => {
      const user = fresh();
      await signUp(user);
      await visitor
        .post('/users/sign_in')
        .send({ user: { email: user.email, password: user.password } })
        .expect(200);
      expect((await signUp(user)).status).toBe(422);
      const late = fresh();
      await signUp(late);
      const createdAt = new Date(Date.now() - 11 * 60_000);
      await prisma.user.update({ where: { email: late.email }, data: { createdAt } });
      expect((await signUp(late)).status).toBe(422);
    });
  });

  it('accepts only one of several simultaneous sign-ups with the same address or display name', async () => {
    const { email, display_name } = fresh();
    const sameAddress = await Promise.all(Array.from({ length: 8 }, () => signUp({ ...fresh(), email })));
    expect(sameAddress.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)]);
    for (const { body } of sameAddress.filter(({ status }) => status === 422))
      expect(body.errors).toEqual({ email: [MESSAGES.emailTaken] });
    const sameName = await Promise.all(Array.from({ length: 8 }, () => signUp({ ...fresh(), display_name })));
    expect(sameName.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)]);
    for (const { body } of sameName.filter(({ status }) => status === 422))
      expect(body.errors).toEqual({ display_name: [MESSAGES.displayNameTaken] });
  });

  it('assigns open invitations of the address to the new account', async () => {
    const owner = await createUser(prisma);
    const list = await prisma.userList.create({ data: { ownerId: owner.id, name: 'Waiting' } });
    const user = fresh();
    await prisma.userListShare.create({ data: { listId: list.id, email: user.email.toUpperCase() } });
    const { body } = await signUp(user);
    expect(await prisma.userListShare.findMany({ where: { listId: list.id } })).toMatchObject([
      { userId: body.user.id, state: 'pending' },
    ]);
  });
});

describe('POST /users/sign_in', () => {
  const signIn = (email: string, password: string) =>
    visitor.post('/users/sign_in').send({ user: { email, password } });

  it('returns the user with a new token, and ignores upper and lower case in the address', async () => {
    const user = await createUser(prisma);
    const { status, body } = await signIn(user.email.toUpperCase(), PASSWORD);
    expect(status).toBe(200);
    expect(body.user.id).toBe(user.id);
    expect(
      (await visitor.get('/api/v1/user').set('authorization', `Bearer ${body.user.access_token}`)).status,
    ).toBe(200);
  });

  it('gives the same reply for a wrong password and for an unknown address', async () => {
    const user = await createUser(prisma);
    const [wrong, unknown] = await Promise.all([
      signIn(user.email, 'wrong1234'),
      signIn('nobody@example.com', PASSWORD),
    ]);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toEqual({ error: 'invalid_credentials', message: 'Invalid email or password.' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('signs in with a password typed on another keyboard: letters in parts, or a no-break space', async () => {
    const user = { ...fresh(), password: 'caf\u00e9 au lait 1' };
    expect((await signUp(user)).status).toBe(201);
    for (const typed of ['cafe\u0301 au lait 1', 'caf\u00e9\u00a0au lait 1'])
      expect((await signIn(user.email, typed)).status).toBe(200);
    expect((await signIn(user.email, 'cafe au lait 1')).status).toBe(422);
  });

  it('signs in with a password that was stored before passwords were normalized', async () => {
    const password = 'cafe\u0301 au lait 1';
    const user = await createUser(prisma, { passwordHash: await bcrypt.hash(password, 4) });
    expect((await signIn(user.email, password)).status).toBe(200);
  });

  it('returns account_disabled for a disabled user only when the password is right', async () => {
    const user = await createUser(prisma, { disabledAt: new Date() });
    expect((await signIn(user.email, 'wrong1234')).body.error).toBe('invalid_credentials');
    const right = await signIn(user.email, PASSWORD);
    expect([right.status, right.body.error]).toEqual([422, 'account_disabled']);
    expect((await as(user).get('/api/v1/user')).status).toBe(403);
  });

  it('succeeds when the request also has an invalid access token', async () => {
    const user = await createUser(prisma);
    const bad = await visitor
      .post('/users/sign_in')
      .set('authorization', 'Bearer nonsense')
      .send({ user: { email: user.email, password: PASSWORD } });
    expect(bad.status).toBe(200);
  });
});

describe('checks before sign-up', () => {
  it('return whether an address is taken', async () => {
    const user = await createUser(prisma);
    const check = (email: string) => visitor.post('/api/v1/users/check_email_exists.json').send({ email });
    expect((await check(user.email.toUpperCase())).body).toEqual({ email_exists: true });
    expect((await check('free@example.com')).body).toEqual({ email_exists: false });
    expect((await check('free')).status).toBe(422);
  });

  it('return the reasons why a display name is refused', async () => {
    const user = await createUser(prisma);
    const check = async (name: string) =>
      (await visitor.post('/api/v1/users/check_display_name_exists.json').send({ display_name: name })).body;
    expect(await check(unique('free'))).toEqual({ valid: true, errors: [] });
    expect(await check(user.displayName.toUpperCase())).toEqual({
      valid: false,
      errors: [MESSAGES.displayNameTaken],
    });
    expect(await check('')).toEqual({ valid: false, errors: [MESSAGES.displayNameRequired] });
    expect(await check('a b')).toEqual({ valid: false, errors: [MESSAGES.displayNameCharacters] });
  });
});

describe('/api/v1/user', () => {
  it('changes the given fields and keeps the other fields', async () => {
    const user = await createUser(prisma, { firstName: 'Ada', lastName: 'Lovelace' });
    const me = as(user);
    const { status, body } = await me.put('/api/v1/user.json').send({
      user: {
        first_name: '  Grace ',
        gender: 'female',
        birthdate: '1990-12-31',
        phone_number: 1234567890,
        critical_rating_source: 'metacritic',
        add_tags_while_rating: false,
        unavailable_titles: true,
        notification_preferences: { deleted_list: false },
      },
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      first_name: 'Grace',
      last_name: 'Lovelace',
      gender: 'female',
      birthdate: '1990-12-31',
      phone_number: '1234567890',
      critical_rating_source: 'metacritic',
      add_tags_while_rating: false,
      unavailable_titles: true,
      notification_preferences: { shared_list: true, deleted_list: false, accepted_list: true },
    });
    expect((await me.get('/api/v1/user')).body).toEqual(body);
    const cleared = await me
      .put('/api/v1/user')
      .send({ user: { phone_number: '', birthdate: null, gender: null } });
    expect(cleared.body.user).toMatchObject({ phone_number: null, birthdate: null, gender: null });
    expect((await me.put('/api/v1/user').send({ user: {} })).body).toEqual(cleared.body);
  });

  it.each([
    ['phone_number', '12345678901'],
    ['phone_number', 'abc'],
    ['birthdate', '1990-02-30'],
    ['birthdate', '31.12.1990'],
    ['gender', 'other'],
    ['email', ''],
    ['critical_rating_source', 'imdb'],
    ['first_name', 'a'.repeat(101)],
    ['first_name', 'a\u0007b'],
    ['unavailable_titles', 'yes'],
  ])('refuses a change of %s to %j', async (field, value) => {
    const user = await createUser(prisma);
    const { status, body } = await as(user)
      .put('/api/v1/user')
      .send({ user: { [field]: value } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('refuses a birthdate in the future or less than 13 years ago, and accepts exactly 13 years', async () => {
    const user = await createUser(prisma);
    const set = (birthdate: string) => as(user).put('/api/v1/user').send({ user: { birthdate } });
    const thirteen = latestBirthdate(new Date());
    const dayAfter = new Date(Date.parse(thirteen) + 86_400_000).toISOString().slice(0, 10);
    for (const refused of [dayAfter, '2999-01-01']) {
      const { status, body } = await set(refused);
      expect([status, body.errors]).toEqual([422, { birthdate: [MESSAGES.birthdateTooYoung] }]);
    }
    expect((await set(thirteen)).body.user.birthdate).toBe(thirteen);
  });

  it('raises signup_step and never lowers it', async () => {
    const user = await createUser(prisma, { signupStep: 4 });
    const patch = async (step: unknown) => {
      const { status, body } = await as(user)
        .patch('/api/v1/user.json')
        .send({ user: { signup_step: step } });
      return status === 200 ? body.user.signup_step : status;
    };
    expect(await patch(4)).toBe(4);
    expect(await patch(5)).toBe(5);
    expect(await patch(4)).toBe(5);
    expect(await patch(9999)).toBe(9999);
    expect(await patch(5)).toBe(9999);
    for (const step of [0, 3, 6, '5', null, undefined]) expect(await patch(step)).toBe(422);
  });

  it('returns the state of the subscription', async () => {
    const plan = await prisma.plan.create({
      data: {
        planId: unique('plan'),
        name: 'Monthly',
        description: '',
        pricings: {
          create: { priceId: unique('price'), priceInCents: 399, interval: 'month', isRecurring: true },
        },
      },
      include: { pricings: true },
    });
    const end = new Date(Date.now() + 86_400_000);
    const common = {
      trialEndsAt: new Date(Date.now() - 1_000),
      planId: plan.id,
      pricingId: plan.pricings[0]?.id ?? 0,
      currentPeriodEnd: end,
    };
    const show = async (data: object) => {
      const user = await createUser(prisma, { ...common, ...data });
      return (await as(user).get('/api/v1/user')).body.user;
    };
    expect(await show({ subscriptionProcessor: 'stripe', subscriptionStatus: 'active' })).toMatchObject({
      trial_or_subscribed: true,
      subscribed: true,
      has_creation_trial: false,
      product_id: plan.planId,
      product_name: 'Monthly',
      price_id: plan.pricings[0]?.priceId,
      current_period_end: end.toISOString(),
      subscription_processor: 'stripe',
      subscription_canceled: false,
    });
    expect(
      await show({ subscriptionProcessor: 'stripe', subscriptionStatus: 'active', cancelAtPeriodEnd: true }),
    ).toMatchObject({ trial_or_subscribed: true, subscription_canceled: true });
    expect(await show({ subscriptionProcessor: 'apple', subscriptionStatus: 'past_due' })).toMatchObject({
      plan_read_only: true,
      subscribed: true,
      subscription_status: 'past_due',
    });
    expect(await show({ subscriptionProcessor: 'stripe', subscriptionStatus: 'unpaid' })).toMatchObject({
      trial_or_subscribed: false,
      subscribed: false,
    });
  });

  it('stores one referral source per user, and replaces an earlier source', async () => {
    const user = await createUser(prisma);
    const give = (referral: object) =>
      as(user).post('/api/v1/referral_sources.json').send({ referral_source: referral });
    for (const bad of [
      {},
      { referral_source: 0 },
      { referral_source: 9 },
      { referral_source: 8 },
      { referral_source: 8, details: 'abc' },
      { referral_source: 8, details: 'a'.repeat(256) },
    ])
      expect((await give(bad)).status).toBe(422);
    expect((await give({ referral_source: 8, details: 'abcd' })).status).toBe(201);
    expect((await give({ referral_source: 8, details: 'a'.repeat(255) })).status).toBe(201);
    const last = await give({ referral_source: '7' });
    expect([last.status, last.body]).toEqual([
      201,
      { referral_source: { referral_source: 7, details: null } },
    ]);
    expect((await as(user).get('/api/v1/user')).body.user.pending_referral_source).toBe(false);
  });
});

it('a new user gets no trial when TRIAL_DAYS is 0', async () => {
  const none = await startApp({ TRIAL_DAYS: 0 });
  const { body } = await none.visitor.post('/users').send({ user: fresh() });
  expect(body.user).toMatchObject({
    trial_or_subscribed: false,
    has_creation_trial: false,
    trial_ends_at: null,
  });
  const token = `Bearer ${body.user.access_token}`;
  expect((await none.visitor.get('/api/v1/user_lists').set('authorization', token)).status).toBe(402);
  expect(app).toBeDefined();
});
