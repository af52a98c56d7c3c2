import { MESSAGES } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';

const { prisma, visitor, as } = await startApp();

describe('POST /api/v1/feedback', () => {
  it.each([
    ['1234', 422],
    ['12345', 201],
    ['  1234  ', 422],
    ['1234\u0007', 422],
    ['a'.repeat(5_000), 201],
    ['a'.repeat(5_001), 422],
    [null, 422],
  ])(
    'stores feedback of 5 to 5,000 characters and refuses other feedback (case %#)',
    async (content, expected) => {
      const user = await createUser(prisma);
      const { status, body } = await as(user).post('/api/v1/feedback.json').send({ feedback: { content } });
      expect(status).toBe(expected);
      const stored = await prisma.feedback.findMany({ where: { userId: user.id } });
      const mails = await prisma.outboxMessage.findMany({ where: { userId: user.id } });
      expect(stored.map((row) => row.content)).toEqual(expected === 201 ? [content] : []);
      expect(mails).toMatchObject(
        expected === 201 ? [{ kind: 'support_feedback', payload: { feedbackId: stored[0]?.id } }] : [],
      );
      if (expected === 422) expect(Object.keys(body.errors)).toEqual(['content']);
    },
  );

  it('keeps line breaks and removes other control characters', async () => {
    const user = await createUser(prisma);
    await as(user)
      .post('/api/v1/feedback')
      .send({ feedback: { content: 'one\r\ntwo\u0000\u001b[31m three\u2028' } });
    expect(await prisma.feedback.findMany({ where: { userId: user.id } })).toMatchObject([
      { content: 'one\ntwo[31m three' },
    ]);
  });

  it('accepts feedback of a user without a subscription, and refuses feedback of a visitor', async () => {
    const feedback = { content: 'Hello there' };
    expect((await visitor.post('/api/v1/feedback').send({ feedback })).status).toBe(401);
    const former = await createUser(prisma, { trialEndsAt: null });
    expect((await as(former).post('/api/v1/feedback').send({ feedback })).status).toBe(201);
  });
});

describe('POST /api/v1/contact', () => {
  const good = { subject: 'Hello', message: 'Five5', email: 'visitor@example.com' };
  const send = (contact: object) => visitor.post('/api/v1/contact.json').send({ contact });

  it('stores and mails messages of visitors and of users', async () => {
    expect((await send(good)).status).toBe(201);
    const user = await createUser(prisma);
    expect((await as(user).post('/api/v1/contact').send({ contact: good })).status).toBe(201);
    const rows = await prisma.contactMessage.findMany({
      where: { email: good.email },
      orderBy: { id: 'asc' },
    });
    expect(rows).toMatchObject([
      { ...good, userId: null },
      { ...good, userId: user.id },
    ]);
    const mails = await prisma.outboxMessage.findMany({
      where: { kind: 'support_contact' },
      orderBy: { id: 'asc' },
    });
    expect(mails.map(({ payload }) => payload)).toEqual(rows.map(({ id }) => ({ contactMessageId: id })));
  });

  it.each([
    [{ subject: '' }, 'subject', MESSAGES.subjectRequired],
    [{ subject: '   ' }, 'subject', MESSAGES.subjectRequired],
    [{ subject: 'a'.repeat(201) }, 'subject', null],
    [{ subject: 'a\r\nBcc: all@example.com' }, 'subject', null],
    [{ message: 'Four' }, 'message', MESSAGES.contactMessage],
    [{ message: 'a'.repeat(5_001) }, 'message', null],
    [{ email: '' }, 'email', MESSAGES.contactEmailRequired],
    [{ email: 'nobody' }, 'email', MESSAGES.contactEmailRequired],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email', null],
  ])('refuses the message %j', async (change, field, sentence) => {
    const { status, body } = await send({ ...good, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    if (sentence) expect(body.errors[field]).toEqual([sentence]);
  });

  it('accepts a subject and a message of the maximum length', async () => {
    expect((await send({ ...good, subject: 'a'.repeat(200), message: 'a'.repeat(5_000) })).status).toBe(201);
  });
});
