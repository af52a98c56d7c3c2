import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '#src/jobs/start.ts';
import { startApp } from '../../test/app.ts';
import { createMedium, createOffer, createUser } from '../../test/factories.ts';
import { startSmtp } from '../../test/smtp.ts';
import { waitFor } from '../../test/wait-for.ts';

const smtp = await startSmtp();
const { deps, prisma, as } = await startApp({ SMTP_URL: smtp.url });
let jobs: { close(): Promise<void> };
beforeAll(async () => {
  jobs = await startJobs(deps, { firstBackoffMs: 50, lockMs: 1_000 });
});
afterAll(async () => {
  await jobs.close();
  await smtp.stop();
});

const mailsTo = (email: string) => smtp.mails.filter((mail) => mail.to.includes(email));
const settle = () =>
  waitFor('the outbox to settle', async () => (await deps.repos.outboxWork.listOpen(1)).length === 0);

test('the leaving_soon mail is sent only when its setting is on, and unsubscribing turns the setting off', async () => {
  const medium = await createMedium(prisma, { title: 'The Last Day' });
  const offer = await createOffer(prisma, medium);
  await prisma.providerMedium.update({
    where: { id: offer.id },
    data: { leavingOn: new Date(Date.now() + 3 * 86_400_000) },
  });
  const [asked, silent, knowing, ended] = await Promise.all([
    createUser(prisma, { digestLeavingSoon: true }),
    createUser(prisma),
    createUser(prisma, { digestLeavingSoon: true }),
    createUser(prisma, { digestLeavingSoon: true, trialEndsAt: new Date(Date.now() - 1_000) }),
  ]);
  await prisma.userMediumProvider.createMany({
    data: [asked, silent, knowing, ended].map(({ id }) => ({ userId: id, providerId: offer.providerId })),
  });
  await prisma.userMediumSeen.create({ data: { userId: knowing.id, mediumId: medium.id } });
  await deps.repos.digests.queueLeavingSoon();
  await waitFor('the mail', () => mailsTo(asked.email).length > 0);
  await settle();
  const [mail] = mailsTo(asked.email);
  expect(mail?.raw).toContain('The Last Day');
  for (const { email } of [silent, knowing, ended]) expect(mailsTo(email)).toEqual([]);

  const token = deps.services.unsubscribe.createToken({ kind: 'member', userId: asked.id }, 'leaving_soon');
  await as(asked).post(`/unsubscribe/${token}`).expect(200);
  const { body } = await as(asked).get('/api/v1/user');
  expect(body.user.digest_preferences).toEqual({ leaving_soon: false, new_on_services: false });
});
