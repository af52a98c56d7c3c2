import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaReply, Understood } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createUser } from '../../../test/factories.ts';
import { longRun } from '../../../test/settings.ts';

await useDemoCatalogue();
const app = await startApp();
const user: User = await createUser(app.prisma, { unavailableTitles: true });

const NAMES = readFileSync(join(import.meta.dirname, 'queries.tsv'), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .flatMap(([kind, query = '', title]) => (kind === 'name' ? [{ query, title: title || query }] : []));

/** Names with words around them, and words of stories, each with what must come first. */
const ROWS = readFileSync(join(import.meta.dirname, 'queries.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const AROUND = ROWS.flatMap(([kind, query = '', title = '']) =>
  kind === 'around' ? [{ query, title }] : [],
);
const STORIES = ROWS.flatMap(([kind, query = '', titles = '']) =>
  kind === 'story' ? [{ query, titles: titles.split(' | ') }] : [],
);

interface Found {
  media: MediaReply['media'];
  understood: Understood[];
  ignored: string[];
  total: number;
}

async function search(query: string, more = ''): Promise<Found> {
  const path = `/api/v2/media?selection=search&per_page=20${more}&query=${encodeURIComponent(query)}`;
  const { media, understood, ignored, pagination }: MediaReply = (await app.as(user).get(path).expect(200))
    .body;
  return { media, understood: understood ?? [], ignored: ignored ?? [], total: pagination.total_count };
}
/** Returns the themes of a title in the full view. */
const themesOf = (medium: MediaReply['media'][number]): string[] =>
  'themes' in medium ? medium.themes.map(({ slug }) => slug) : [];
const chips = ({ understood }: Found): string[] =>
  understood.map(({ kind, label, text, not }) => `${not ? 'not ' : ''}${kind} ${label}: ${text}`);

describe('a search', () => {
  it.each(NAMES)('for the name $query finds $title first', async ({ query, title }) => {
    const found = await search(query);
    expect(found.media[0]?.title).toBe(title);
  });

  it('finds each of the best known titles first by its name, and nearly each without a letter of a long name', async () => {
    const known = await app.prisma.medium.findMany({
      orderBy: { popularity: 'desc' },
      take: longRun ? 2_000 : 400,
      select: { title: true },
    });
    const missed: string[] = [];
    const missedWithTypo: string[] = [];
    const long = known.filter(({ title }) => title.length >= 10);
    for (const { title } of known) {
      if ((await search(title)).media[0]?.title !== title) missed.push(title);
    }
    for (const { title } of long) {
      const middle = Math.floor(title.length / 2);
      const typo = title.slice(0, middle) + title.slice(middle + 1);
      if ((await search(typo)).media[0]?.title !== title) missedWithTypo.push(typo);
    }
    expect(missed).toEqual([]);
    // Without a letter a name may be another one, as "The Boyguard" is nearer to Bodyguard.
    expect(missedWithTypo.length / long.length, missedWithTypo.join(', ')).toBeLessThan(0.02);
  });

  it('lists what its words describe, and says what it understood', async () => {
    const found = await search('slow Korean revenge thriller');
    expect(chips(found)).toEqual([
      'theme slow-burning: slow',
      'country South Korea: Korean',
      'theme revenge: revenge',
      'genre Thriller: thriller',
    ]);
    for (const medium of found.media) {
      expect(medium.countries).toContain('KR');
      expect(medium.genres).toContain('Thriller');
    }
    // Titles with only one of the themes follow those with both.
    const [first] = found.media;
    expect(first && themesOf(first)).toEqual(expect.arrayContaining(['slow-burning', 'revenge']));
  });

  it('understands less without the text of a chip, and nothing when it is plain', async () => {
    const query = '80s horror not gory';
    const found = await search(query);
    expect(chips(found)).toEqual(['decade 1980s: 80s', 'genre Horror: horror', 'not theme gory: not gory']);
    for (const medium of found.media) expect(themesOf(medium)).not.toContain('gory');
    const gory = await search(query.replace('not gory', ''));
    expect(gory.total).toBeGreaterThan(found.total);
    expect(await search(query, '&plain=true')).toMatchObject({ understood: [], total: 0 });
  });

  it('lists titles like another one, and leaves that one out', async () => {
    const found = await search('something like Heat');
    expect(chips(found)).toEqual(['like Heat: like Heat']);
    expect(found.media).toHaveLength(20);
    expect(found.media.map(({ title }) => title)).not.toContain('Heat');
  });

  it('lists what the user rated after the other titles that it describes', async () => {
    const fan = await createUser(app.prisma, { unavailableTitles: true });
    const ask = async (): Promise<MediaReply> =>
      (
        await app
          .as(fan)
          .get('/api/v2/media?selection=search&per_page=40&query=submarine%20movie')
          .expect(200)
      ).body;
    const [first] = (await ask()).media;
    await app
      .as(fan)
      .post(`/api/v1/media/${first?.id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 9 } })
      .expect(201);
    const again = await ask();
    expect(again.media.at(-1)?.id).toBe(first?.id);
    expect(new Set(again.media.map(({ id }) => id)).size).toBe(again.pagination.total_count);
  });

  it('takes words that mean nothing for a name among what the others describe', async () => {
    const found = await search('matrix movie from 1999');
    expect(found.media.map(({ title }) => title)).toEqual(['The Matrix']);
  });

  it('says which words meant nothing, and answers the others', async () => {
    const found = await search('horror qwrtzp');
    expect(found.ignored).toEqual(['qwrtzp']);
    expect(chips(found)).toEqual(['genre Horror: horror']);
    expect(found.media.length).toBeGreaterThan(0);
    for (const sign of ['🐶', '%', '!!!'])
      expect(await search(sign)).toMatchObject({ media: [], ignored: [sign] });
    expect(await search('qwrtzp')).toMatchObject({ media: [], ignored: ['qwrtzp'] });
  });

  it('sets aside what would leave nothing, and says so', async () => {
    const { media, understood } = await search('inception on netflix');
    expect(media[0]?.title).toBe('Inception');
    expect(understood).toMatchObject([{ kind: 'provider', text: 'on netflix', applied: false }]);
    const both = await search('korean western on criterion');
    expect(both.media.length).toBeGreaterThan(0);
    expect(both.understood.filter(({ applied }) => !applied).length).toBeGreaterThan(0);
  });

  it('says of each part where it stands in the query as typed, and whether each was applied', async () => {
    const { media, understood } = await search('Inception on Netflix');
    expect(media[0]?.title).toBe('Inception');
    expect(understood).toMatchObject([{ text: 'on Netflix', applied: false }]);
    const leaving = await search('leaving soon');
    expect(leaving.understood).toMatchObject([{ kind: 'leaving', applied: false }]);
    expect(leaving.media.length).toBeGreaterThan(0);
    const dune = await search('dune leaving soon on netflix');
    expect(dune.media[0]?.title).toBe('Dune');
    expect(new Set(dune.understood.map(({ text }) => text)).size).toBe(dune.understood.length);
  });

  it('takes a year beside an award for that of the films or of the ceremony', async () => {
    const found = await search('best picture 2020');
    expect(found.understood.map(({ applied }) => applied)).toEqual([true, true]);
    expect(found.media.map(({ title }) => title)).toContain('Parasite');
  });

  it('lists the films of a universe in the order in which they came out, each once', async () => {
    const { media } = await search('mcu in order');
    const years = media.map(({ release_year }) => release_year ?? 0);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
    const titles = (await search('dceu')).media.map(({ title }) => title);
    expect(titles).toContain('The Suicide Squad');
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('lists only the titles of a role whose whole name is asked for', async () => {
    const { media, total } = await search('walter white');
    expect(media[0]?.title).toBe('Breaking Bad');
    expect(total).toBeLessThan(10);
  });

  it('finds no film for small children by the name of a genre that frightens, unless they are asked for', async () => {
    const titles = async (query: string) => (await search(query)).media.map(({ title }) => title);
    expect(await titles('thriller under 90 minutes')).not.toContain('Snow White and the Seven Dwarfs');
    expect(await titles('animated thriller under 90 minutes')).toContain('The Great Mouse Detective');
  });

  it('finds several names with an or between them, and takes kinds for kinds', async () => {
    const { media } = await search('goodfellas or casino');
    expect(media.map(({ title }) => title)).toEqual(['GoodFellas', 'Casino']);
    expect(chips(await search('comedy or horror'))).toEqual(['genre Comedy: comedy', 'genre Horror: horror']);
  });

  it('does not take an English word for the initials of a name', async () => {
    expect((await search('cow')).media.map(({ title }) => title)).not.toContain('Casualties of War');
  });

  it('says what each title was found by', async () => {
    const by = async (query: string) => (await search(query)).media[0]?.found_by;
    expect(await by('heat')).toBe('name');
    expect(await by('tom cruise planes')).toBe('person');
    expect(await by('heist comedy')).toBe('facts');
    expect(await by('guy relives the same day')).toBe('story');
  });

  it('corrects only an unknown word, and marks the correction', async () => {
    expect((await search('horor movies')).understood).toMatchObject([
      { kind: 'genre', text: 'horor', corrected: true },
      { kind: 'type', corrected: false },
    ]);
    for (const query of ['something short', 'spices', 'a winner']) {
      const { understood, media } = await search(query);
      expect(
        understood.filter(({ corrected }) => corrected),
        query,
      ).toEqual([]);
      expect(
        media.map(({ title }) => title),
        query,
      ).not.toContain('The Sinner');
    }
  });

  it.each(AROUND)('finds a name with words around it: $query is $title', async ({ query, title }) => {
    expect((await search(query)).media[0]?.title).toBe(title);
  });

  it.each(STORIES)('finds among the first five for $query one of $titles', async ({ query, titles }) => {
    const found = (await search(query)).media.slice(0, 5).map(({ title }) => title);
    expect(
      titles.some((title) => found.includes(title)),
      found.join(', '),
    ).toBe(true);
  });

  it('applies the filters of the call to what the words describe', async () => {
    const found = await search('funny road trip', '&year_from=2000&media_type=movies');
    expect(found.media.length).toBeGreaterThan(0);
    for (const medium of found.media) expect(medium.release_year).toBeGreaterThanOrEqual(2000);
  });

  it('leaves out hidden titles that it only describes, and finds them by name', async () => {
    // The first ones have the words in their names too.
    const first = (await search('haunted houses')).media.at(-1);
    await app.as(user).post(`/api/v1/media/${first?.id}/user_medium_hiddens`).expect(200);
    expect((await search('haunted houses')).media.map(({ id }) => id)).not.toContain(first?.id);
    expect((await search(first?.title ?? '')).media.map(({ id }) => id)).toContain(first?.id);
  });

  it.each([
    'not '.repeat(40),
    'like '.repeat(40),
    'under 99999999999999999999 hours',
    'in the in the in the in the of of of of about about',
    'directed by directed by directed by',
    '80s 90s 70s 60s 50s 40s 30s 20s 00s',
    'x'.repeat(190),
  ])('answers the strange query %s', async (query) => {
    await search(query.slice(0, 200));
  });
});
