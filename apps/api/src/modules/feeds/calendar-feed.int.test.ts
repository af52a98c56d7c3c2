import type { User } from '@marquee/prisma';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import {
  createEpisodes,
  createKey,
  createList,
  createMedium,
  createOffer,
  createRound,
  createUser,
} from '../../../test/factories.ts';

const { deps, prisma, as, visitor } = await startApp();

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const LONG = `The one with ${'a very long name, '.repeat(8)}and “quotes”; commas, ünïcödé 🎬`;
/** 02:30 in UTC, which is the evening before in New York and the late morning in Tokyo. */
const AIR_AT = new Date(inDays(5).getTime() + 2.5 * 3_600_000);

const series = await createMedium(prisma, { type: 'series', title: 'Severance', runtimeMinutes: 50 });
const movie = await createMedium(prisma, { title: 'Heat' });
const offer = await createOffer(prisma, movie, { leavingOn: inDays(3) });

beforeAll(async () => {
  await createEpisodes(prisma, series, [
    { season: 1, episode: 1, airDate: new Date('2020-01-01') },
    { season: 1, episode: 2, airDate: inDays(5), airAt: AIR_AT, name: LONG },
    { season: 1, episode: 3, airDate: inDays(12) },
  ]);
  await deps.inMemory.refresh();
});

/** A member in this zone who watches the series and has saved the movie, and a function that reads the calendar. */
async function member(timeZone: string | null) {
  const user: User = await createUser(prisma, { timeZone });
  await as(user)
    .put(`/api/v1/media/${series.id}/episodes`)
    .send({ episodes: [{ season: 1, episode: 1 }], seen: true })
    .expect(200);
  await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: offer.providerId } });
  await createList(prisma, user, { media: [movie] });
  const secret = await createKey(prisma, user, ['feed']);
  const read = async () => visitor.get(`/feeds/${secret}/calendar.ics`).expect(200);
  return { user, secret, read };
}

/** What each parser finds, by UID: the summary, and the day or the instant. */
function parse(text: string) {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const first = new Map(
    events.map((each) => {
      const event = new ICAL.Event(each);
      const { startDate: start } = event;
      const at = start.isDate ? start.toString() : start.toJSDate().toISOString();
      return [event.uid, { summary: event.summary, at }];
    }),
  );
  const second = new Map(
    Object.values(nodeIcal.sync.parseICS(text)).flatMap((each) => {
      if (each?.type !== 'VEVENT') return [];
      // This parser makes a day the midnight of the machine's zone.
      const isDay = each.datetype === 'date';
      const at = isDay
        ? new Date(each.start).toLocaleDateString('sv-SE')
        : new Date(each.start).toISOString();
      return [[each.uid, { summary: String(each.summary), at }] as const];
    }),
  );
  return { first, second };
}

describe('the calendar for phones', () => {
  it.each([null, 'America/New_York', 'Asia/Tokyo'])(
    'is read alike by two parsers for a member in the zone %s',
    async (timeZone) => {
      const { read } = await member(timeZone);
      const { text, headers } = await read();
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
      const { first, second } = parse(text);
      expect(first).toEqual(second);
      const host = new URL(deps.env.WEB_ORIGIN).hostname;
      expect(first.get(`episode-${series.id}-1-2@${host}`)).toEqual({
        summary: expect.stringContaining('Severance: season 1, episode 2'),
        at: AIR_AT.toISOString(),
      });
      expect(first.get(`leaves-${movie.id}-${offer.providerId}@${host}`)).toEqual({
        summary: expect.stringMatching(/^Heat leaves /),
        at: dayOf(inDays(3)),
      });
      expect(first.get(`episode-${series.id}-1-3@${host}`)?.at).toBe(dayOf(inDays(12)));
    },
  );

  it('credits TVmaze where episodes of it are in it', async () => {
    const { read } = await member(null);
    const credit = 'X-WR-CALDESC:Episodes of TVmaze (https://www.tvmaze.com) CC BY-SA 4.0';
    expect((await read()).text).not.toContain('TVmaze');
    const data = { mediumId: series.id, source: 'tvmaze', contentHash: '' };
    await prisma.seriesFacts.create({ data });
    expect((await read()).text).toContain(credit);
    await prisma.seriesFacts.delete({ where: { mediumId: series.id } });
  });

  it('folds its lines, writes days as days, and says how often to ask', async () => {
    const { read } = await member(null);
    const { text } = await read();
    expect(text.endsWith('END:VCALENDAR') || text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text).toContain(`DTSTART;VALUE=DATE:${dayOf(inDays(12)).replaceAll('-', '')}`);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H');
    expect([...parse(text).first.values()].some(({ summary }) => summary.includes(LONG))).toBe(true);
  });

  it('is the same text while nothing changes, and keeps the UID of an episode whose day moves', async () => {
    const { read, secret } = await member(null);
    const before = await read();
    expect((await read()).text).toBe(before.text);
    await visitor
      .get(`/feeds/${secret}/calendar.ics`)
      .set('if-none-match', String(before.headers.etag))
      .expect(304);
    await prisma.episode.updateMany({
      where: { mediumId: series.id, episode: 3 },
      data: { airDate: inDays(20), airsOn: inDays(20) },
    });
    await deps.inMemory.refresh();
    const after = parse((await read()).text).first;
    expect([...after.keys()].toSorted()).toEqual([...parse(before.text).first.keys()].toSorted());
    const uid = [...after.keys()].find((each) => each.startsWith(`episode-${series.id}-1-3@`)) ?? '';
    expect(after.get(uid)?.at).toBe(dayOf(inDays(20)));
  });

  it('names a decided round by itself, so that its entry stays when the zone of the member moves its day', async () => {
    const { user, read } = await member('Pacific/Kiritimati');
    const round = await createRound(prisma, user, []);
    const decidedAt = new Date(inDays(-1).getTime() + 11 * 3_600_000);
    await prisma.round.update({
      where: { id: round.id },
      data: { state: 'decided', winnerId: movie.id, decidedAt },
    });
    const uid = `round-${round.id}@${new URL(deps.env.WEB_ORIGIN).hostname}`;
    expect(parse((await read()).text).first.get(uid)?.at).toBe(dayOf(inDays(0)));
    await as(user)
      .put('/api/v1/user')
      .send({ user: { time_zone: 'America/New_York' } })
      .expect(200);
    expect(parse((await read()).text).first.get(uid)?.at).toBe(dayOf(inDays(-1)));
  });

  it('is a calendar without entries for who watches nothing', async () => {
    const secret = await createKey(prisma, await createUser(prisma), ['feed']);
    const { text } = await visitor.get(`/feeds/${secret}/calendar.ics`).expect(200);
    expect(parse(text).first.size).toBe(0);
  });
});
