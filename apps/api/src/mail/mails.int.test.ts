import type { User } from '@marquee/prisma';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNonce, hashToken } from '#src/core/secrets.ts';
import { startJobs } from '#src/jobs/start.ts';
import { startApp } from '../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../test/factories.ts';
import { type ReceivedMail, startSmtp } from '../../test/smtp.ts';
import { waitFor } from '../../test/wait-for.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

const smtp = await startSmtp();
const { deps, prisma, visitor } = await startApp({ SMTP_URL: smtp.url, MAIL_GATHER_SECONDS: 1 });
const { outbox } = deps.repos;
let jobs: { close(): Promise<void> };

const mailsTo = (email: string) => smtp.mails.filter((mail) => mail.to.includes(email));

/** Waits until no outbox row is open, so that no further mail can be sent. */
const settle = () =>
  waitFor('the outbox to settle', async () => (await deps.repos.outboxWork.listOpen(1)).length === 0);

/** Returns the decoded text of the mail's part that has this content type. */
function partOf(mail: ReceivedMail, type: 'plain' | 'html'): string {
  const [, part = ''] = mail.raw.split(new RegExp(`Content-Type: text/${type}[^\\r]*\\r\\n`));
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = (rest.join('\r\n\r\n').split('\r\n----_NmP')[0] ?? '').replace(/\r\n/g, '\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const textOf = (mail: ReceivedMail) => partOf(mail, 'plain');

const share = (list: { id: number }, email: string, userId: number | null, invitedById: number | null) =>
  prisma.userListShare.create({ data: { listId: list.id, email, userId, invitedById } });

beforeAll(async () => {
  jobs = await startJobs(deps, { firstBackoffMs: 50, lockMs: 1_000 });
});
afterAll(async () => {
  await jobs.close();
  await smtp.stop();
});

describe('secrets in mails', () => {
  test('the secret of a reset link is derived when the mail is sent, and never stored', async () => {
    const user = await createUser(prisma);
    const nonce = createNonce();
    const token = deps.secrets.deriveToken('password_reset', user.id, nonce);
    await prisma.passwordReset.create({
      data: { userId: user.id, tokenHash: hashToken(token), expiresAt: inHours(2) },
    });
    await outbox.add({ kind: 'password_reset', userId: user.id, payload: { nonce } });
    const rows = JSON.stringify(await prisma.outboxMessage.findMany({ where: { userId: user.id } }));
    expect(rows).not.toContain(token);
    const mail = await waitFor('the mail', () => mailsTo(user.email)[0]);
    expect(textOf(mail)).toContain(`/users/password/edit?reset_password_token=${token}\n`);
    expect(mail.headers.has('list-unsubscribe')).toBe(false);
  });

  test('a reset mail is not sent when its link was replaced before', async () => {
    const user = await createUser(prisma);
    await prisma.passwordReset.create({
      data: { userId: user.id, tokenHash: hashToken('another'), expiresAt: inHours(2) },
    });
    await outbox.add({ kind: 'password_reset', userId: user.id, payload: { nonce: createNonce() } });
    await settle();
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('a deletion mail links to the confirmation page, with code and address in the link', async () => {
    const email = `${unique('a+b')}@example.com`;
    const user = await createUser(prisma, { email });
    const nonce = createNonce();
    const code = deps.secrets.deriveToken('deletion_code', user.id, nonce);
    await prisma.deletionCode.create({
      data: { userId: user.id, codeHash: hashToken(code), expiresAt: inHours(24) },
    });
    await outbox.add({ kind: 'deletion_code', userId: user.id, payload: { nonce } });
    const text = textOf(await waitFor('the mail', () => mailsTo(email)[0]));
    const link = new URL(/http\S+confirm_delete_account\S+/.exec(text)?.[0] ?? '');
    expect(Object.fromEntries(link.searchParams)).toEqual({ code, email });
  });

  test('the mail about a finished deletion is sent, and the outbox no longer contains the address', async () => {
    const email = `${unique('gone')}@example.com`;
    await outbox.add({ kind: 'deletion_done', payload: { email, stores: [] } });
    const mail = await waitFor('the mail', () => mailsTo(email)[0]);
    expect(textOf(mail)).toContain('You will not be charged again.');
    await settle();
    const left = await prisma.outboxMessage.findMany({ where: { kind: 'deletion_done' } });
    expect(JSON.stringify(left)).not.toContain(email);
  });

  test('the mail about a changed address says whether the new address still waits for a confirmation', async () => {
    const user = await createUser(prisma);
    const nonce = createNonce();
    const codeHash = hashToken(deps.secrets.deriveToken('email_restore', user.id, nonce));
    const code = { codeHash, purpose: 'restore', email: user.email, expiresAt: inHours(24) } as const;
    await prisma.emailCode.create({ data: { userId: user.id, ...code } });
    const send = () => outbox.add({ kind: 'email_changed', userId: user.id, payload: { nonce } });
    await send();
    const first = await waitFor('the first mail', () => mailsTo(user.email)[0]);
    expect(first.raw).toMatch(/^Subject: Your email address is about to change\r$/m);
    await prisma.user.update({ where: { id: user.id }, data: { email: `${unique('new')}@example.com` } });
    await send();
    const second = await waitFor('the second mail', () => mailsTo(user.email)[1]);
    expect(second.raw).toMatch(/^Subject: Your email address was changed\r$/m);
  });
});

describe('the mail that invites to a round', () => {
  test('names the host and links to the round, and is not sent once the user has joined', async () => {
    const [host, friend, joined] = await Promise.all([0, 1, 2].map(() => createUser(prisma)));
    if (!host || !friend || !joined) throw new Error('three users');
    const { id, code } = await prisma.round.create({
      data: {
        code: 'ma2testrxund2',
        mode: 'list',
        country: 'US',
        expiresAt: inHours(12),
        members: { create: [{ userId: host.id, isHost: true }, { userId: joined.id }] },
        invitations: { create: { userId: friend.id } },
      },
    });
    for (const { id: userId } of [friend, joined])
      await outbox.add({ kind: 'round_invitation', userId, payload: { roundId: id } });
    await settle();
    const [mail] = mailsTo(friend.email);
    expect(mail && textOf(mail)).toContain(`/together/${code}`);
    expect(mail && textOf(mail)).toContain(host.displayName);
    expect(mailsTo(joined.email)).toEqual([]);
  });
});

describe('invitation mail', () => {
  const invite = async (email: string, user: User | null, expiresAt?: Date) => {
    const owner = await createUser(prisma);
    const list = await createList(prisma, owner);
    const { id, code } = await share(list, email, user?.id ?? null, owner.id);
    if (expiresAt) await prisma.userListShare.update({ where: { id }, data: { expiresAt } });
    await outbox.add({ kind: 'invitation', userId: user?.id ?? null, payload: { shareId: id } });
    return { owner, list, code, id };
  };

  test('names the list to a member and has an unsubscribe link', async () => {
    const user = await createUser(prisma);
    const { owner, list, code } = await invite(user.email, user);
    const mail = await waitFor('the mail', () => mailsTo(user.email)[0]);
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.headers.get('list-unsubscribe')).toMatch(
      /^<http:\/\/127\.0\.0\.1:3000\/unsubscribe\/[^>]+>$/,
    );
    const text = textOf(mail);
    expect(text).toContain(`${owner.displayName} shares the list ${list.name} with you`);
    expect(text).toContain(`/accept_list/${code}\n`);
    expect(text).not.toContain('sign up with');
  });

  test('asks an address without account to sign up with this address', async () => {
    const email = `${unique('new')}@example.com`;
    const { code } = await invite(email, null);
    const text = textOf(await waitFor('the mail', () => mailsTo(email)[0]));
    expect(text).toContain(`sign up with the address ${email}`);
    expect(text).toContain(`/accept_list/${code}\n`);
    expect(text).not.toContain('/settings');
  });

  test('is not sent when the user turned off shared list mails, even when the inviter entered the address', async () => {
    const user = await createUser(prisma, { notifySharedList: false });
    await invite(user.email, user);
    await invite(user.email.toUpperCase(), null);
    await settle();
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('is not sent when the invitation was withdrawn, answered or has expired', async () => {
    const [gone, member, late] = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
    if (!gone || !member || !late) throw new Error('a user is missing');
    const list = await createList(prisma, await createUser(prisma));
    const ids = [gone, member, late].map((user) => share(list, user.email, user.id, null));
    const [first, second, third] = (await Promise.all(ids)).map(({ id }) => id);
    await prisma.userListShare.delete({ where: { id: first ?? 0 } });
    await prisma.userListShare.update({
      where: { id: second ?? 0 },
      data: { state: 'accepted', acceptedAt: new Date() },
    });
    await prisma.userListShare.update({ where: { id: third ?? 0 }, data: { expiresAt: inHours(-1) } });
    for (const shareId of [first, second, third])
      await outbox.add({ kind: 'invitation', payload: { shareId: shareId ?? 0 } });
    await settle();
    for (const user of [gone, member, late]) expect(mailsTo(user.email)).toEqual([]);
  });

  test('shows markup in names as plain text in the subject, the HTML and the text', async () => {
    const owner = await createUser(prisma);
    const name = `"<b>Win</b>, www.evil.example @ ${unique('x')}`;
    const list = await createList(prisma, owner, { name });
    const email = `${unique('new')}@example.com`;
    const { id } = await share(list, email, null, owner.id);
    await outbox.add({ kind: 'invitation', payload: { shareId: id } });
    const mail = await waitFor('the mail', () => mailsTo(email)[0]);
    expect(mail.to).toEqual([email]);
    expect(partOf(mail, 'html')).toContain('&lt;b&gt;Win');
    expect(partOf(mail, 'html')).not.toContain('<b>Win');
    expect(partOf(mail, 'html')).not.toContain('www.evil.example');
    expect(textOf(mail)).not.toContain('www.evil.example');
  });
});

describe('list change mail', () => {
  test("gathers all edits into one mail per recipient, without the recipient's own edits", async () => {
    const [owner, reader, quiet, left] = await Promise.all([
      createUser(prisma),
      createUser(prisma),
      createUser(prisma, { notifyAddedMediumToList: false }),
      createUser(prisma),
    ]);
    const titles = await Promise.all([1, 2, 3, 4].map(() => createMedium(prisma)));
    const [a, b, c, d] = titles.map((title) => title.id);
    if (!owner || !reader || !quiet || !left || !a || !b || !c || !d)
      throw new Error('a user or title is missing');
    const list = await createList(prisma, owner, {
      shares: [{ user: reader }, { user: quiet }, { user: left, state: 'pending' }],
    });
    const edit = (userId: number, added: number[], removed: number[]) =>
      outbox.add({ kind: 'list_edited', userId, payload: { listId: list.id, added, removed } });
    await edit(owner.id, [a], []);
    await edit(owner.id, [b], []);
    await edit(reader.id, [c], []);
    // This title is added and removed again, so no mail mentions the title.
    await edit(owner.id, [d], []);
    await edit(owner.id, [], [d]);
    await settle();

    expect(mailsTo(reader.email)).toHaveLength(1);
    const told = mailsTo(reader.email)[0];
    expect(told && textOf(told)).toContain('Added (2)');
    expect(told && textOf(told)).toContain(titles[0]?.title);
    expect(told && textOf(told)).not.toContain(titles[2]?.title);
    expect(mailsTo(owner.email).map(textOf)).toEqual([expect.stringContaining('Added (1)')]);
    expect(mailsTo(quiet.email)).toEqual([]);
    expect(mailsTo(left.email)).toEqual([]);
  });

  test('shows only removals to a user who turned off mails about additions', async () => {
    const owner = await createUser(prisma);
    const reader = await createUser(prisma, { notifyAddedMediumToList: false });
    const [added, removed] = await Promise.all([createMedium(prisma), createMedium(prisma)]);
    const list = await createList(prisma, owner, { shares: [{ user: reader }] });
    await outbox.add({
      kind: 'list_edited',
      userId: owner.id,
      payload: { listId: list.id, added: [added.id], removed: [removed.id] },
    });
    await settle();
    const texts = mailsTo(reader.email).map(textOf);
    expect(texts).toEqual([expect.stringContaining('Removed (1)')]);
    expect(texts[0]).not.toContain('Added');
  });

  test('is not sent when the list was deleted, and the job still succeeds', async () => {
    const owner = await createUser(prisma);
    await outbox.add({
      kind: 'list_edited',
      userId: owner.id,
      payload: { listId: 2_000_000_000, added: [1] },
    });
    await settle();
    expect(await deps.repos.outboxWork.listDead(1)).toEqual([]);
  });
});

describe('/unsubscribe/{token}', () => {
  const unsubscribePath = (mail: ReceivedMail) =>
    new URL(mail.headers.get('list-unsubscribe')?.slice(1, -1) ?? '').pathname;

  test('changes nothing on GET, and unsubscribes on POST, also when the POST is repeated', async () => {
    const user = await createUser(prisma);
    await outbox.add({ kind: 'list_deleted', userId: user.id, payload: { listName: 'Old', ownerId: null } });
    const path = unsubscribePath(await waitFor('the mail', () => mailsTo(user.email)[0]));

    const asked = await visitor
      .get(path)
      .expect(200)
      .expect('content-type', /text\/html/);
    expect(asked.text).toContain('emails about deleted shared lists');
    expect(asked.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      notifyDeletedList: true,
    });

    for (let time = 0; time < 2; time++)
      await visitor.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      notifyDeletedList: false,
      notifySharedList: true,
    });

    await outbox.add({ kind: 'list_deleted', userId: user.id, payload: { listName: 'Next', ownerId: null } });
    await settle();
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('suppresses further invitations to an address without account, and stores only the hash of the address', async () => {
    const owner = await createUser(prisma);
    const email = `${unique('new')}@example.com`;
    const first = await share(await createList(prisma, owner), email, null, owner.id);
    await outbox.add({ kind: 'invitation', payload: { shareId: first.id } });
    const path = unsubscribePath(await waitFor('the mail', () => mailsTo(email)[0]));
    await visitor.post(path).expect(200);
    expect(JSON.stringify(await prisma.mailSuppression.findMany())).not.toContain(email);

    const second = await share(await createList(prisma, owner), email, null, owner.id);
    await outbox.add({ kind: 'invitation', payload: { shareId: second.id } });
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('applies to an account that is created later with the invited address', async () => {
    const owner = await createUser(prisma);
    const email = `${unique('new')}@example.com`;
    const { id: shareId } = await share(await createList(prisma, owner), email, null, owner.id);
    await outbox.add({ kind: 'invitation', payload: { shareId } });
    const path = unsubscribePath(await waitFor('the mail', () => mailsTo(email)[0]));
    const user = await createUser(prisma, { email });
    await visitor.post(path).expect(200);
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      notifySharedList: false,
    });
  });

  test('answers 404 to a changed, cut or forged token and changes nothing', async () => {
    const user = await createUser(prisma);
    const token = deps.services.unsubscribe.createToken({ kind: 'member', userId: user.id }, 'invitation');
    const other = await createUser(prisma);
    const forged = token.replace(`~${user.id}.`, `~${other.id}.`);
    expect(forged).not.toBe(token);
    for (const bad of [forged, token.slice(0, -1), `${token}x`, 'x', '.', encodeURIComponent('ü.ü')]) {
      await visitor
        .get(`/unsubscribe/${bad}`)
        .expect(404)
        .expect('content-type', /text\/html/);
      await visitor.post(`/unsubscribe/${bad}`).expect(404);
    }
    expect(await prisma.user.findUnique({ where: { id: other.id } })).toMatchObject({
      notifySharedList: true,
    });
  });
});

describe('trial reminder', () => {
  test('is not sent to users with a plan', async () => {
    const plan = await prisma.plan.create({
      data: { planId: unique('plan'), name: 'Free', description: '' },
    });
    const trialEndsAt = inHours(48);
    const [free, planned, over] = await Promise.all([
      createUser(prisma, { trialEndsAt }),
      createUser(prisma, { trialEndsAt, planId: plan.id }),
      createUser(prisma, { trialEndsAt: inHours(-1) }),
    ]);
    for (const user of [free, planned, over])
      await outbox.add({ kind: 'trial_ending', userId: user.id, payload: {} });
    await settle();
    expect(mailsTo(free.email)).toHaveLength(1);
    expect([...mailsTo(planned.email), ...mailsTo(over.email)]).toEqual([]);
  });
});

describe('watched question', () => {
  test('leaves out titles that the user has rated since, and is not sent when no title remains', async () => {
    const [some, none] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const [rated, open] = await Promise.all([createMedium(prisma), createMedium(prisma)]);
    for (const user of [some, none])
      await prisma.userMediumRating.create({ data: { userId: user.id, mediumId: rated.id, rating: 8 } });
    await outbox.add(
      { kind: 'rate_watched', userId: some.id, payload: { mediumIds: [rated.id, open.id] } },
      { kind: 'rate_watched', userId: none.id, payload: { mediumIds: [rated.id] } },
    );
    await settle();
    expect(mailsTo(some.email).map(textOf)).toEqual([expect.stringContaining(`/rating/media/${open.id}\n`)]);
    expect(mailsTo(none.email)).toEqual([]);
  });
});

describe('support mail', () => {
  test('sets Reply-To to the sender of a feedback or contact message', async () => {
    const user = await createUser(prisma);
    const feedback = await prisma.feedback.create({
      data: { userId: user.id, content: 'Line one\nline two' },
    });
    const contact = await prisma.contactMessage.create({
      data: { email: 'visitor@example.com', subject: 'A question', message: 'Where is <it>?' },
    });
    await outbox.add(
      { kind: 'support_feedback', userId: user.id, payload: { feedbackId: feedback.id } },
      { kind: 'support_contact', payload: { contactMessageId: contact.id } },
    );
    const ours = () => mailsTo(deps.env.SUPPORT_EMAIL);
    await waitFor('both', () => ours().length === 2);
    expect(
      ours()
        .map((mail) => mail.headers.get('reply-to'))
        .sort(),
    ).toEqual([user.email, 'visitor@example.com'].sort());
    expect(ours().map(textOf).join('\n')).toContain('> line two');
  });
});
