import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '#src/jobs/start.ts';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { waitFor } from '../../../test/wait-for.ts';

const DAY_MS = 86_400_000;
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
/** Returns the text of a mail without the soft line ends of its encoding. */
const textOf = (raw: string | undefined): string =>
  (raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');

test('a saved title that a catalogue change brings is once in one mail, whose links end this kind or the mail', async () => {
  const on = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const service = (days: number) => [
    { service: 'Filmhaus', url: 'https://example.com/x', first_seen_at: on(days) },
  ];
  const line = (key: string, title: string, offers: object[]) =>
    JSON.stringify({ key, type: 'movie', title, release_year: 1990, offers });
  const feed = (offers: object[]) =>
    importCatalogue(prisma, [line('a', 'The Stock', service(-200)), line('b', 'The Saved Film', offers)], {
      source: 'mail',
    });
  await feed([]);
  const reader = await createUser(prisma, { newsDueAt: new Date(Date.now() - 1_000) });
  const silent = await createUser(prisma, { newsDueAt: new Date(Date.now() - 1_000), digestNews: false });
  const provider = await prisma.mediumProvider.findFirstOrThrow({ where: { name: 'Filmhaus' } });
  const saved = await prisma.medium.findFirstOrThrow({ where: { title: 'The Saved Film' } });
  for (const user of [reader, silent]) {
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: provider.id } });
    await as(user)
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: saved.id }, to_watch_later: true })
      .expect(201);
  }
  await deps.inMemory.refresh();
  expect(await deps.services.newsMails.queueDue()).toBe(0);

  await feed(service(-1));
  await deps.inMemory.refresh();
  const due = { where: { id: reader.id }, data: { newsDueAt: new Date(Date.now() - 1_000) } };
  for (let week = 0; week < 2; week++) {
    await prisma.user.update(due);
    await deps.services.newsMails.queueDue();
  }
  await waitFor('the mail', () => mailsTo(reader.email).length > 0);
  await waitFor('the outbox to settle', async () =>
    (await deps.repos.outboxWork.listOpen(10)).every(({ kind }) => kind !== 'news'),
  );
  expect(mailsTo(reader.email)).toHaveLength(1);
  expect(mailsTo(silent.email)).toEqual([]);
  const text = textOf(mailsTo(reader.email)[0]?.raw);
  expect(text).toContain('The Saved Film');
  expect(text).toContain('You saved it for later.');
  const links = [...new Set(text.match(/http:\/\/[^\s"<>)]*\/unsubscribe\/[^\s"<>)]+/g))];
  expect(links).toHaveLength(2);
  const { body } = await as(reader).get('/api/v1/news').expect(200);
  expect(body.news).toMatchObject([{ kind: 'saved_arrived', medium: { id: saved.id } }]);

  const pages = await Promise.all(links.map((link) => as(reader).get(new URL(link).pathname).expect(200)));
  const names = pages.map((page) => /You will no longer get ([^.]+)\./.exec(page.text)?.[1]);
  expect(names.toSorted()).toEqual([
    'emails about saved titles that come to your services',
    'the weekly email with news about titles',
  ]);
});

test('an offer that ended before the mail is sent is left out, and without another there is no mail', async () => {
  const user = await createUser(prisma);
  const provider = await prisma.mediumProvider.findFirstOrThrow({ where: { name: 'Filmhaus' } });
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: provider.id } });
  const [first, second] = await prisma.providerMedium.findMany({ where: { providerId: provider.id } });
  if (!first || !second) throw new Error('the feed had two offers');
  await prisma.providerMedium.update({ where: { id: first.id }, data: { delistedAt: new Date() } });
  const item = (offer: typeof first) => ({
    kind: 'saved_arrived' as const,
    mediumId: offer.mediumId,
    offerId: offer.id,
    date: '2026-11-20',
    reason: 'You saved it for later.',
  });
  await deps.repos.outbox.add(
    { kind: 'news', userId: user.id, payload: { items: [item(first)] } },
    { kind: 'news', userId: user.id, payload: { items: [item(first), item(second)] } },
  );
  await waitFor('the mail', () => mailsTo(user.email).length > 0);
  await waitFor('the outbox to settle', async () =>
    (await deps.repos.outboxWork.listOpen(10)).every(({ kind }) => kind !== 'news'),
  );
  expect(mailsTo(user.email)).toHaveLength(1);
  const titles = await prisma.medium.findMany({ where: { id: { in: [first.mediumId, second.mediumId] } } });
  const titleOf = (id: number) => titles.find((title) => title.id === id)?.title ?? '';
  const text = textOf(mailsTo(user.email)[0]?.raw);
  expect(text).toContain(titleOf(second.mediumId));
  expect(text).not.toContain(titleOf(first.mediumId));
});
