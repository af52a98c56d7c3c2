import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createRound, createUser, unique } from '../../../test/factories.ts';
import { createWebRoot } from '../../../test/web-root.ts';
import { createSitemaps } from './site-files.ts';

const root = await createWebRoot();
const WEB_ORIGIN = 'https://marquee.example';
const API_ORIGIN = 'https://api.marquee.example';
const { deps, prisma } = await startApp({ WEB_ORIGIN, API_ORIGIN });
const app = await buildApp(deps, root);
await app.ready();
afterAll(async () => {
  await app.close();
});
const agent = supertest(app.server);

/** What the robots of networks and messengers send, as their makers document it or as servers have logged it. */
const ROBOTS = {
  Facebook: {
    'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    accept: '*/*',
    'accept-encoding': 'deflate, gzip',
    range: 'bytes=0-524287',
  },
  X: { 'user-agent': 'Twitterbot/1.0', accept: '*/*', 'accept-encoding': 'gzip, deflate' },
  LinkedIn: {
    'user-agent': 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    accept: '',
    'accept-encoding': 'gzip,deflate',
  },
  Slack: {
    'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    accept: '*/*',
    'accept-encoding': 'gzip',
    range: 'bytes=0-32768',
  },
  WhatsApp: {
    'user-agent': 'WhatsApp/2.23.20.0 A',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-encoding': 'identity',
  },
  Discord: {
    'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
  },
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Reads title, meta and link elements as a robot does, which runs no scripts. */
function readHead(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  return Object.fromEntries(
    [
      ['title', /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''],
      ...[...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map((match) =>
        match.slice(1),
      ),
      ...[...head.matchAll(/<link rel="([^"]*)" href="([^"]*)"/g)].map((match) => match.slice(1)),
    ].map(([name = '', value = '']) => [name, plain(value)]),
  );
}

async function open(path: string, headers: Record<string, string> = ROBOTS.X) {
  const { status, text, headers: sent } = await agent.get(path).set(headers);
  return { status, text, sent, head: readHead(text) };
}

async function readPicture(address: string) {
  const path = address.replace(API_ORIGIN, '');
  const reply = await agent.get(path).buffer(true).set({ 'user-agent': 'Twitterbot/1.0', accept: '*/*' });
  const bytes: Buffer = reply.body;
  return { status: reply.status, headers: reply.headers, bytes };
}

const owner = await createUser(prisma, { displayName: 'AdaLovelace', email: 'private.address@example.com' });
const medium = await createMedium(prisma, {
  title: '<b>"Heat"</b> & Dust',
  releaseYear: 1995,
  overview: 'A thief who <trusts> nobody meets a detective who sleeps nowhere.',
  popularity: 9,
});
const person = await prisma.person.create({
  data: { source: 'test', externalId: unique('p'), fullName: 'Åsa <i>Öberg' },
});
await prisma.credit.create({
  data: { mediumId: medium.id, personId: person.id, role: 'director', position: 1 },
});
const secret = await createMedium(prisma, { title: 'Secretly Watched', popularity: 8 });
const delisted = await createMedium(prisma, { title: 'Withdrawn Title', delistedAt: new Date() });
const faded = await prisma.person.create({
  data: { source: 'test', externalId: unique('p'), fullName: 'Withdrawn Person' },
});
await prisma.credit.create({
  data: { mediumId: delisted.id, personId: faded.id, role: 'cast', position: 1 },
});
const list = await createList(prisma, owner, { name: 'Rainy <Sundays>', media: [secret, medium] });
const watchLater = await prisma.userList.findFirstOrThrow({
  where: { ownerId: owner.id, listType: 'watch_later' },
});
const round = await createRound(prisma, owner, [secret]);
const ended = await createRound(prisma, owner, [secret]);
await prisma.round.update({ where: { id: ended.id }, data: { state: 'ended' } });
const late = await createRound(prisma, owner, [secret]);
await prisma.round.update({ where: { id: late.id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
await deps.inMemory.refresh();

const listPath = `/my_lists/share/${list.shareCode}`;
const LINKS = {
  title: {
    path: `/discover/media/${medium.id}`,
    title: '<b>"Heat"</b> & Dust (1995)',
    description: 'A thief who <trusts> nobody meets a detective who sleeps nowhere.',
  },
  list: {
    path: listPath,
    title: 'Rainy <Sundays>',
    description: 'List by AdaLovelace: 2 titles on Marquee.',
  },
  round: {
    path: `/together/${round.code}`,
    title: 'AdaLovelace invites you to choose what to watch',
    description: 'Join with a name, without an account, and agree on a title in a few minutes.',
  },
  person: {
    path: `/people/${person.id}`,
    title: 'Åsa <i>Öberg',
    description: 'Known for <b>"Heat"</b> & Dust.',
  },
  page: {
    path: '/faq',
    title: 'FAQ',
    description: 'How Marquee picks titles, where its offers come from, what it costs, and how to leave.',
  },
};
const PRIVATE = [owner.email, 'Secretly', secret.title, 'Withdrawn'];

describe('the card of a link', () => {
  for (const [kind, wanted] of Object.entries(LINKS)) {
    it(`of a ${kind} is what the robots of six networks need`, async () => {
      for (const [network, headers] of Object.entries(ROBOTS)) {
        const { status, head, text, sent } = await open(wanted.path, headers);
        expect([network, status]).toEqual([network, 200]);
        expect(sent['content-type']).toBe('text/html; charset=utf-8');
        expect(sent.vary).toMatch(/Accept(,|$)/);
        expect(head).toMatchObject({
          title: `${wanted.title} · Marquee`,
          description: wanted.description,
          canonical: WEB_ORIGIN + wanted.path,
          'og:site_name': 'Marquee',
          'og:title': wanted.title,
          'og:description': wanted.description,
          'og:url': WEB_ORIGIN + wanted.path,
          'og:image': expect.stringMatching(`^${API_ORIGIN}/images/cards/${kind}/[\\w-]+\\.jpg\\?v=\\w+$`),
          'og:image:width': '1200',
          'og:image:height': '630',
          'twitter:card': 'summary_large_image',
          'twitter:title': wanted.title,
          'twitter:description': wanted.description,
          'twitter:image': head['og:image'],
        });
        expect(text).not.toMatch(/<(b|i|Sundays|trusts)>/);
        for (const word of PRIVATE) expect(text).not.toContain(word);
      }
    });

    it(`of a ${kind} has a picture of 1200 by 630 pixels within 300 kB`, async () => {
      const { head } = await open(wanted.path);
      const { status, headers, bytes } = await readPicture(head['og:image'] ?? '');
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect(bytes.length).toBeLessThanOrEqual(300_000);
      // The picture is more than one color.
      expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(0.5);
    });
  }

  it('draws no titles of a list, and nothing of a member but the name', async () => {
    const cards = await Promise.all([
      deps.services.linkCards.find('list', list.shareCode, '::1'),
      deps.services.linkCards.find('round', round.code, '::1'),
    ]);
    const drawn = JSON.stringify(cards);
    expect(drawn).toContain('AdaLovelace');
    for (const word of [...PRIVATE, medium.title])
      expect(drawn).not.toContain(JSON.stringify(word).slice(1, -1));
  });

  it('keeps lists and rounds out of search engines, and lets titles, people and pages in', async () => {
    const robots = async (path: string) => (await open(path)).head.robots;
    for (const path of [LINKS.list.path, LINKS.round.path, '/my_lists', `/my_lists/${list.id}`, '/settings'])
      expect([path, await robots(path)]).toEqual([path, 'noindex']);
    for (const path of [LINKS.title.path, LINKS.person.path, '/', '/faq', '/login'])
      expect([path, await robots(path)]).toEqual([path, undefined]);
  });

  it('of a title that opens over another page leads to the title itself', async () => {
    for (const path of [
      `/search/media/${medium.id}`,
      `/my_lists/media/${medium.id}`,
      `/discover/media/${medium.id}/`,
    ])
      expect((await open(path)).head.canonical).toBe(WEB_ORIGIN + LINKS.title.path);
  });

  it('of the front page has its name without an addition', async () => {
    const { head } = await open('/');
    expect(head.title).toBe('Marquee: what to watch tonight, and where');
    expect(head.canonical).toBe(`${WEB_ORIGIN}/`);
  });

  it('the card of a started round says that it has started, and asks nobody to join', async () => {
    const started = await createRound(prisma, owner, [medium]);
    await prisma.round.update({ where: { id: started.id }, data: { state: 'voting' } });
    const { description } = (await open(`/together/${started.code}`)).head;
    expect(description).toBe('The vote has started. Ask to be invited to the next one.');
  });

  it('counts one title as one', async () => {
    const one = await createList(prisma, owner, { media: [medium] });
    expect((await open(`/my_lists/share/${one.shareCode}`)).head.description).toMatch(
      /: 1 title on Marquee\.$/,
    );
  });

  it('is gone from the former link of a list, from page and picture', async () => {
    const shared = await createList(prisma, owner, { name: unique('Renewed ') });
    const { head } = await open(`/my_lists/share/${shared.shareCode}`);
    expect((await readPicture(head['og:image'] ?? '')).status).toBe(200);
    await deps.services.sharing.renewLink({ userId: owner.id }, String(shared.id));
    const page = await open(`/my_lists/share/${shared.shareCode}`);
    expect([page.status, page.head['og:title']]).toEqual([404, undefined]);
    expect(page.text).not.toContain(shared.name);
    expect((await readPicture(head['og:image'] ?? '')).status).toBe(404);
  });

  it.each([
    ['a delisted title', `/discover/media/${delisted.id}`, 200],
    ['a person of delisted titles alone', `/people/${faded.id}`, 200],
    ['a list by its id', `/my_lists/${list.id}`, 200],
    ['a round that its host ended', `/together/${ended.code}`, 200],
    ['a round that ended by time', `/together/${late.code}`, 200],
    ['Watch Later by its code', `/my_lists/share/${watchLater.shareCode}`, 404],
    ['a list by its id as a code', `/my_lists/share/${list.id}`, 404],
    ['an unknown title', '/discover/media/2147483647', 404],
    ['an unknown person', '/people/2147483647', 404],
    ['an unknown code of a list', '/my_lists/share/4f1f0c5e-0000-4000-8000-000000000000', 404],
    ['a code that no list can have', `/my_lists/share/${'x'.repeat(500)}`, 404],
    ['a code with a NUL', '/my_lists/share/a%00b', 404],
    ['an unknown code of a round', '/together/2222222222222', 404],
    ['a code that no round can have', '/together/SHORT', 404],
    ['an address that leads nowhere', '/nowhere', 404],
  ])('does not exist for %s, whose page still answers', async (_name, path, status) => {
    const { status: sent, text, head } = await open(path);
    expect([sent, head.title, head.robots]).toEqual([
      status,
      'Marquee: what to watch tonight, and where',
      'noindex',
    ]);
    expect(head).not.toHaveProperty('og:title');
    for (const word of [...PRIVATE, list.name, 'Ada', 'Rainy']) expect(text).not.toContain(word);
    expect([400, 404]).toContain((await agent.get(path).set('accept', 'application/json')).status);
  });

  it('is left out, and the page sent, while the database does not answer', async () => {
    await prisma.$executeRaw`ALTER TABLE user_lists RENAME TO user_lists_away`;
    try {
      const { status, head } = await open(listPath);
      expect([status, head['og:title']]).toEqual([200, undefined]);
    } finally {
      await prisma.$executeRaw`ALTER TABLE user_lists_away RENAME TO user_lists`;
    }
  });

  it('is that of the remaining title after two were merged', async () => {
    const other = await createMedium(prisma, { title: 'Heat, again' });
    await prisma.medium.update({
      where: { id: other.id },
      data: { mergedInto: medium.id, delistedAt: new Date() },
    });
    await deps.inMemory.refresh();
    const { head } = await open(`/discover/media/${other.id}`);
    expect([head['og:title'], head.canonical]).toEqual([LINKS.title.title, WEB_ORIGIN + LINKS.title.path]);
  });
});

describe('GET /images/cards/{kind}/{id or code}.jpg', () => {
  it('may be kept for a year by its version, but no cache may answer for a list or a round without asking', async () => {
    for (const [kind, { path }] of Object.entries(LINKS)) {
      const image = (await open(path)).head['og:image'] ?? '';
      const { headers } = await readPicture(image);
      const isLasting = kind !== 'list' && kind !== 'round';
      expect([kind, headers['cache-control']?.includes('immutable')]).toEqual([kind, isLasting]);
      const outdated = await readPicture(image.replace(/\?v=.*/, '?v=old'));
      expect([outdated.status, outdated.headers['cache-control']]).toEqual([
        200,
        isLasting ? 'public, max-age=300, must-revalidate' : 'no-cache',
      ]);
      const again = await agent.get(image.replace(API_ORIGIN, '')).set('if-none-match', headers.etag ?? '');
      expect(again.status).toBe(304);
    }
  });

  it('answers HEAD with the size of the picture', async () => {
    const image = ((await open(LINKS.title.path)).head['og:image'] ?? '').replace(API_ORIGIN, '');
    const { status, headers } = await agent.head(image);
    expect([status, Number(headers['content-length']) > 1_000]).toEqual([200, true]);
  });

  it.each([
    `/images/cards/title/${delisted.id}.jpg`,
    `/images/cards/person/${faded.id}.jpg`,
    `/images/cards/round/${ended.code}.jpg`,
    `/images/cards/round/${late.code}.jpg`,
    `/images/cards/list/${list.id}.jpg`,
    `/images/cards/list/${watchLater.shareCode}.jpg`,
    '/images/cards/title/0.jpg',
    '/images/cards/title/01.jpg',
    '/images/cards/title/99999999999.jpg',
    '/images/cards/title/1.png',
    '/images/cards/page/nowhere.jpg',
    '/images/cards/page/constructor.jpg',
    '/images/cards/member/1.jpg',
    '/images/cards/__proto__/1.jpg',
    '/images/cards/list/a%00b.jpg',
    `/images/cards/list/${'x'.repeat(590)}.jpg`,
    `/images/cards/title/${'1/'.repeat(500)}.jpg`,
    '/images/cards/title/.jpg',
    '/images/cards/title/1.jpg/2.jpg',
  ])('answers 404 in the envelope for %s', async (path) => {
    const { status, body } = await agent.get(path).set('accept', '*/*');
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it('draws one picture for all who ask at once, and lets one address wait for a few only', async () => {
    const others = await Promise.all(
      Array.from({ length: 40 }, () => createMedium(prisma, { title: unique('Flood ') })),
    );
    await deps.inMemory.refresh();
    const same = `/images/cards/title/${others[0]?.id}.jpg`;
    const alike = await Promise.all(Array.from({ length: 40 }, () => agent.get(same)));
    expect(new Set(alike.map(({ status }) => status))).toEqual(new Set([200]));
    const replies = await Promise.all(others.map(({ id }) => agent.get(`/images/cards/title/${id}.jpg`)));
    const refused = replies.filter(({ status }) => status === 503);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/);
    // A later request for the same picture succeeds.
    for (const [at, { status }] of replies.entries())
      if (status === 503)
        expect((await agent.get(`/images/cards/title/${others[at]?.id}.jpg`)).status).toBe(200);
  });
});

describe('the files of the site', () => {
  it('robots.txt lets robots see shared lists, and names the sitemap', async () => {
    const { text, headers } = await agent.get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Allow: \/my_lists\/share\/$/m);
    expect(text).toMatch(/^Disallow: \/my_lists$/m);
    expect(text).toMatch(/^Sitemap: https:\/\/marquee\.example\/sitemap\.xml$/m);
  });

  it('sitemap.xml has the public pages and the listed titles, compressed or not', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const { status, text, headers } = await agent.get('/sitemap.xml').set('accept-encoding', encoding);
      expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(text).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?><urlset [^>]*>(<url><loc>[^<]+<\/loc><\/url>)+<\/urlset>$/,
      );
      for (const path of ['/', '/faq', LINKS.title.path])
        expect(text).toContain(`<loc>${WEB_ORIGIN}${path}</loc>`);
      expect(text).not.toContain(`/media/${delisted.id}<`);
      expect(text).not.toContain('/my_lists');
    }
  });

  it('sitemap.xml names its parts when one file cannot hold every address, and each is in one of them', async () => {
    const sitemaps = createSitemaps({ WEB_ORIGIN }, 5);
    const read = async (part: number) =>
      gunzipSync((await sitemaps.find(deps.inMemory.snapshot(), part))?.packed ?? '').toString();
    const index = await read(0);
    const parts = [...index.matchAll(/<loc>[^<]*\/sitemap\.xml\?part=(\d+)<\/loc>/g)].map(([, part]) =>
      Number(part),
    );
    const urls = (await Promise.all(parts.map(read))).map((xml) =>
      [...xml.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url),
    );
    const all = (await agent.get('/sitemap.xml')).text;
    expect(urls.flat()).toEqual([...all.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url));
    expect(Math.max(...urls.map(({ length }) => length))).toBe(5);
    expect(sitemaps.find(deps.inMemory.snapshot(), parts.length + 1)).toBeNull();
  });

  it.each(['?part=2', '?part=0', '?part=x', '?part=1&part=1', '?part=99999'])(
    'sitemap.xml answers 404 for %s',
    async (query) => {
      expect((await agent.get(`/sitemap.xml${query}`)).status).toBe(404);
    },
  );

  it('/.well-known/change-password leads to the screen', async () => {
    const { status, headers } = await agent.get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/forgot-password']);
  });

  it('security.txt says whom to write to, and expires within a year', async () => {
    const { text } = await agent.get('/.well-known/security.txt');
    expect(text).toMatch(/^Contact: mailto:support@marquee\.example$/m);
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it('do not name apps that are not configured', async () => {
    for (const path of ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'])
      expect((await agent.get(path)).status).toBe(404);
  });

  it('name the configured apps to phones', async () => {
    const appId = 'A1B2C3D4E5.com.example.app';
    const print = Array.from({ length: 32 }, () => 'AB').join(':');
    const env = {
      ...deps.env,
      APPLE_LINKS: appId,
      ANDROID_LINKS: { packageName: 'com.example.app', fingerprints: [print] },
    };
    const linked = await buildApp({ ...deps, env }, root);
    const apple = await linked.inject('/.well-known/apple-app-site-association');
    expect(apple.headers['content-type']).toContain('application/json');
    expect(apple.json().applinks.details[0].appIDs).toEqual([appId]);
    const android = await linked.inject('/.well-known/assetlinks.json');
    expect(android.json()[0].target).toEqual({
      namespace: 'android_app',
      package_name: 'com.example.app',
      sha256_cert_fingerprints: [print],
    });
    await linked.close();
  });
});
