import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createList, createMedium, createRound, createUser, unique } from '../../../../test/factories.ts';
import { upload } from '../../../../test/uploads.ts';
import { importCatalogue } from './import.service.ts';

const app = await startApp();
const { prisma, deps, as, visitor } = app;

let made = 0;
const line = (key: string, title: string, more = {}): string =>
  JSON.stringify({ key, title, type: 'movie', release_year: 2008, services: ['Netflix'], ...more });

/** Imports a title twice, under two keys, and returns what merges them. */
async function createDoubles() {
  const source = unique('source');
  const title = `Twofold ${++made}`;
  const key = `tt55${String(made).padStart(5, '0')}`;
  const run = (lines: string[]) => importCatalogue(prisma, lines, { source, force: true });
  await run([
    line(key, title),
    line('list-1', title, { services: ['Netflix', 'Hulu'], titles: { pl: 'Podwójny' } }),
  ]);
  await deps.inMemory.refresh();
  const idOf = async (externalId: string) =>
    (await prisma.medium.findFirstOrThrow({ where: { source, externalId } })).id;
  const [kept, old] = [await idOf(key), await idOf('list-1')];
  const merge = async (more = {}) => {
    const result = await run([
      line(key, title, { also: ['list-1'], services: ['Netflix', 'Hulu'], ...more }),
    ]);
    await deps.inMemory.refresh();
    return result;
  };
  return { kept, old, title, merge };
}

const rate = (user: User, id: number, rating: number) =>
  as(user)
    .post(`/api/v1/media/${id}/user_medium_ratings`)
    .send({ user_medium_rating: { rating, tags: [] } });

describe('a title that a feed names as a double of another one', () => {
  it('answers with the title that stays: as a title, in links, in search and as a poster', async () => {
    const { kept, old, title, merge } = await createDoubles();
    const user = await createUser(prisma, { unavailableTitles: true });
    await merge();
    expect((await visitor.get(`/api/v1/media/${old}`).expect(200)).body.medium.id).toBe(kept);
    const { medium } = (await as(user).get(`/api/v1/media/${old}`).expect(200)).body;
    expect(medium).toMatchObject({ id: kept, title, titles: { pl: 'Podwójny' } });
    expect(medium.provider_medium).toHaveLength(2);
    const found = (await as(user).get('/api/v2/media').query({ query: title }).expect(200)).body.media;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([kept]);
    await visitor.get(`/images/posters/${old}.svg`).expect(200);
    const similar = { selection: 'similar', medium_id: old };
    await as(user).get('/api/v2/media').query(similar).expect(200);
  });

  it('replaces the offers of the double, forgets its IMDb id, and is no missing title', async () => {
    const source = unique('source');
    const [right, wrong] = ['tt5600001', 'tt5600002'];
    const run = (lines: string[]) => importCatalogue(prisma, lines, { source });
    await run([line(wrong, 'Twice listed', { services: ['Netflix', 'Hulu'] })]);
    const result = await run([line(right, 'Twice listed', { also: [wrong], services: ['Hulu'] })]);
    expect(result).toMatchObject({ created: 1, delisted: 0 });
    const kept = await prisma.medium.findFirstOrThrow({
      where: { source, externalId: right },
      include: { ids: true, offers: { where: { delistedAt: null }, include: { provider: true } } },
    });
    expect(kept.ids.map(({ value }) => value)).toEqual([right]);
    expect(kept.offers.map(({ provider }) => provider.name)).toEqual(['Hulu']);
  });

  it('takes the newest rating, lists hold it once, and hides, views and interactions move along', async () => {
    const { kept, old, merge } = await createDoubles();
    const newer = await createUser(prisma);
    const older = await createUser(prisma);
    const both = await createUser(prisma);
    const userIds = [newer.id, older.id];
    const rating = (userId: number, mediumId: number, value: number, day: string) =>
      prisma.userMediumRating.create({
        data: { userId, mediumId, rating: value, updatedAt: new Date(`2026-01-${day}`) },
      });
    await rating(newer.id, old, 9, '02');
    await rating(newer.id, kept, 3, '01');
    await rating(older.id, old, 2, '01');
    await rating(older.id, kept, 8, '02');
    await rating(both.id, old, 7, '01');
    await prisma.userMediumHidden.createMany({
      data: [old, kept]
        .map((mediumId) => ({ userId: newer.id, mediumId }))
        .concat({ userId: both.id, mediumId: old }),
    });
    await prisma.userMediumSeen.createMany({
      data: [
        { userId: older.id, mediumId: old, seenOn: new Date('2026-01-05') },
        { userId: older.id, mediumId: kept, seenOn: null },
      ],
    });
    await prisma.userWish.create({
      data: { userId: both.id, query: 'x', key: 'x', mediumId: old, arrivedAt: new Date() },
    });
    const list = await createList(prisma, both, { media: [{ id: old }, { id: kept }] });
    const other = await createList(prisma, both, { media: [{ id: old }] });
    const offer = await prisma.providerMedium.findFirstOrThrow({
      where: { mediumId: old, provider: { name: 'Netflix' } },
    });
    const { id } = await prisma.userInteraction.create({
      data: { userId: both.id, mediumId: old, providerMediumId: offer.id },
    });

    for (const votes of [1, 1, 2]) await merge({ votes });

    const ratings = await prisma.userMediumRating.findMany({
      where: { userId: { in: [...userIds, both.id] } },
      orderBy: { userId: 'asc' },
    });
    expect(ratings.map(({ mediumId, rating }) => [mediumId, rating])).toEqual([
      [kept, 9],
      [kept, 8],
      [kept, 7],
    ]);
    const hidden = await prisma.userMediumHidden.findMany({ where: { mediumId: { in: [old, kept] } } });
    expect(hidden.map(({ mediumId }) => mediumId)).toEqual([kept, kept]);
    const seen = await prisma.userMediumSeen.findMany({ where: { mediumId: { in: [old, kept] } } });
    expect(seen.map(({ mediumId, seenOn }) => [mediumId, seenOn?.toISOString().slice(0, 10)])).toEqual([
      [kept, '2026-01-05'],
    ]);
    expect(await prisma.userWish.count({ where: { userId: both.id, mediumId: kept } })).toBe(1);
    for (const { id } of [list, other]) {
      const { user_list } = (
        await as(both).get(`/api/v1/user_lists/${id}`).query({ all_streaming: true }).expect(200)
      ).body;
      expect([user_list.count_media, user_list.sorted_medium_ids]).toEqual([1, String(kept)]);
    }
    const followed = await prisma.userInteraction.findUniqueOrThrow({
      where: { userId_id: { userId: both.id, id } },
      include: { providerMedium: true },
    });
    expect([followed.mediumId, followed.providerMedium?.mediumId]).toEqual([kept, kept]);
  });

  it('stays merged when the feed lists it again, and a call with its id changes the title that stays', async () => {
    const { kept, old, title, merge } = await createDoubles();
    await merge();
    const row = await prisma.medium.findUniqueOrThrow({ where: { id: old } });
    await importCatalogue(prisma, [line('list-1', title)], { source: row.source, partial: true });
    await deps.inMemory.refresh();
    expect(await prisma.medium.findUniqueOrThrow({ where: { id: old } })).toMatchObject({
      mergedInto: kept,
      delistedAt: expect.any(Date),
    });
    const user = await createUser(prisma);
    await rate(user, old, 8).expect(201);
    await as(user).post(`/api/v1/media/${old}/user_medium_hiddens`).expect(200);
    const list = await createList(prisma, user);
    await as(user)
      .post(`/api/v1/user_lists/${list.id}/user_list_media`)
      .send({ user_list_medium: { medium_id: old } })
      .expect(201);
    const mine = { where: { userId: user.id } };
    expect((await prisma.userMediumRating.findMany(mine)).map(({ mediumId }) => mediumId)).toEqual([kept]);
    expect((await prisma.userMediumHidden.findMany(mine)).map(({ mediumId }) => mediumId)).toEqual([kept]);
    expect(await prisma.userListMedium.findMany({ where: { listId: list.id } })).toMatchObject([
      { mediumId: kept },
    ]);
  });

  it('is undone with an import from before, and is matched as the title that stays', async () => {
    const { kept, title, merge } = await createDoubles();
    const user = await createUser(prisma);
    const run = async (id: number, step?: string) => {
      if (step) expect((await as(user).post(`/api/v1/user/imports/${id}/${step}`).send({})).ok).toBe(true);
      await deps.services.importWork.run(user.id, id);
    };
    // Before, both titles fit, so the file is about none of them. Afterwards one is left.
    const csv = `Title,Your Rating,Date Rated,Const,Year,Title Type\n${title},9,2020-05-01,tt55${String(made).padStart(5, '0')},2008,Movie\n`;
    const first = (await upload(as(user), 'imdb', csv).expect(202)).body.import.id;
    await run(first);
    await run(first, 'confirm');
    await merge();
    await run(first, 'undo');
    expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(0);
    const letterboxd = `Date,Name,Year,Letterboxd URI,Rating\n2020-01-01,${title},2008,https://boxd.it/x,4\n`;
    const second = (await upload(as(user), 'letterboxd', letterboxd).expect(202)).body.import.id;
    await run(second);
    const { titles } = (await as(user).get(`/api/v1/user/imports/${second}?show=matched`).expect(200)).body;
    expect(titles.map(({ medium }: { medium: { medium_id: number } }) => medium.medium_id)).toEqual([kept]);
  });
});

describe('what names a title that becomes a double', () => {
  /** What happens to the columns that name titles when a title is merged into another one. */
  const NAMES_TITLES = {
    'credits.medium_id': 'stays: facts of the row, which nobody reads',
    'media.merged_into': 'names the title that stays',
    'episodes.medium_id': 'moves to a title without episodes',
    'media_genres.medium_id': 'stays: facts of the row, which nobody reads',
    'medium_ids.medium_id': 'moves',
    'medium_titles.medium_id': 'moves',
    'provider_medium.medium_id': 'moves, but for equal offers, which end',
    'round_ratings.medium_id': 'moves',
    'round_votes.medium_id': 'moves',
    'rounds.deck_ids': 'moves',
    'rounds.medium_ids': 'moves',
    'rounds.winner_id': 'moves',
    'seasons.medium_id': 'moves to a title without episodes',
    'series_facts.medium_id': 'moves to a title without facts',
    'source_titles.medium_id': 'moves',
    'tvmaze_shows.medium_id': 'stays until the next run of TVmaze, whose ids name the title that stays',
    'taste_groups.medium_ids':
      'stays: a taste is known by most of its titles, and one that is gone does not count',
    'series_changes.into_id': 'names the title that stays',
    'series_changes.medium_id': 'stays until all members have followed',
    'user_episode_undos.medium_id': 'ends: what it replaced has moved',
    'user_episodes.medium_id': 'moves with the job that lets members follow',
    'user_import_titles.choices': 'moves while the import is open',
    'user_import_titles.medium_id': 'moves',
    'user_imports.choices': 'names services, genres and settings',
    'user_interactions.medium_id': 'moves',
    'user_interactions.provider_medium_id': 'moves to the equal offer',
    'user_list_media.medium_id': 'moves',
    'user_medium_hiddens.medium_id': 'moves',
    'user_medium_ratings.medium_id': 'moves',
    'user_medium_seen.medium_id': 'moves',
    'user_medium_settings.medium_id': 'moves',
    'user_news_mails.medium_id': 'moves',
    'user_not_tonight.medium_id': 'moves',
    'user_series.medium_id': 'moves with the job that lets members follow',
    'user_wishes.medium_id': 'moves',
    'user_wrong_offers.provider_medium_id': 'moves to the equal offer',
    'users.share_suggested_medium_id': 'moves',
    'watch_events.medium_id': 'moves; of an episode with the job that lets members follow',
    'watch_reports.medium_id': 'stays: the list of reports follows merged_into',
  };

  it('in a round is voted, rated and won as the title that stays, once', async () => {
    const { kept, old, merge } = await createDoubles();
    const user = await createUser(prisma);
    const third = (await createMedium(prisma)).id;
    const only = await createRound(prisma, user, [{ id: third }, { id: old }]);
    const both = await createRound(prisma, user, [{ id: old }, { id: third }, { id: kept }]);
    const memberOf = async (roundId: number) => {
      const member = await prisma.roundMember.findFirstOrThrow({ where: { roundId } });
      return prisma.roundMember.update({
        where: { id: member.id },
        data: { bands: roundId === both.id ? [10, 20, 30] : [40, 50] },
      });
    };
    const [inOnly, inBoth] = [await memberOf(only.id), await memberOf(both.id)];
    await prisma.round.update({
      where: { id: only.id },
      data: { state: 'decided', mediumIds: [third, old], winnerId: old },
    });
    await prisma.round.update({
      where: { id: both.id },
      data: { state: 'voting', mediumIds: [old, third, kept] },
    });
    await prisma.roundVote.createMany({
      data: [
        { memberId: inOnly.id, mediumId: old, yes: true },
        { memberId: inBoth.id, mediumId: old, yes: true },
        { memberId: inBoth.id, mediumId: kept, yes: false },
      ],
    });
    await prisma.roundRating.createMany({
      data: [
        { memberId: inOnly.id, mediumId: old, rating: 9 },
        { memberId: inBoth.id, mediumId: old, rating: 3 },
        { memberId: inBoth.id, mediumId: kept, rating: 8 },
      ],
    });

    await merge();

    const round = (id: number) =>
      prisma.round.findUniqueOrThrow({ where: { id }, include: { members: true } });
    expect(await round(only.id)).toMatchObject({
      deckIds: [third, kept],
      mediumIds: [third, kept],
      winnerId: kept,
      version: only.version + 1,
      members: [{ bands: [40, 50] }],
    });
    expect(await round(both.id)).toMatchObject({
      deckIds: [third, kept],
      mediumIds: [third, kept],
      members: [{ bands: [20, 30] }],
    });
    const members = {
      where: { memberId: { in: [inOnly.id, inBoth.id] } },
      orderBy: { memberId: 'asc' as const },
    };
    expect(await prisma.roundVote.findMany(members)).toEqual([
      { memberId: inOnly.id, mediumId: kept, yes: true },
      { memberId: inBoth.id, mediumId: kept, yes: true },
    ]);
    expect(await prisma.roundRating.findMany(members)).toEqual([
      { memberId: inOnly.id, mediumId: kept, rating: 9 },
      { memberId: inBoth.id, mediumId: kept, rating: 8 },
    ]);
  });

  it('in the choices of an open import is offered once, and can be chosen', async () => {
    const { kept, old, title, merge } = await createDoubles();
    const user = await createUser(prisma);
    const letterboxd = `Date,Name,Year,Letterboxd URI,Rating\n2020-01-01,${title},2008,https://boxd.it/x,4\n`;
    const { id } = (await upload(as(user), 'letterboxd', letterboxd).expect(202)).body.import;
    await deps.services.importWork.run(user.id, id);
    const choices = async () => {
      const { titles } = (await as(user).get(`/api/v1/user/imports/${id}?show=doubtful`).expect(200)).body;
      return titles[0].choices.map((choice: { medium_id: number }) => choice.medium_id);
    };
    expect((await choices()).toSorted()).toEqual([kept, old].toSorted());
    await merge();
    expect(await choices()).toEqual([kept]);
    const choice = { choices: [{ id: 1, medium_id: old }] };
    await as(user).post(`/api/v1/user/imports/${id}/confirm`).send(choice).expect(202);
    await deps.services.importWork.run(user.id, id);
    expect(await prisma.userMediumRating.findMany({ where: { userId: user.id } })).toMatchObject([
      { mediumId: kept, rating: 8 },
    ]);
  });

  it('in a report about its offer is reported at the equal offer of the title that stays', async () => {
    const { kept, old, merge } = await createDoubles();
    const { id: userId } = await createUser(prisma);
    const offerOf = (mediumId: number) =>
      prisma.providerMedium.findFirstOrThrow({ where: { mediumId, provider: { name: 'Netflix' } } });
    const [reported, equal] = [await offerOf(old), await offerOf(kept)];
    await prisma.userWrongOffer.create({ data: { userId, providerMediumId: reported.id, kind: 'price' } });
    await merge();
    expect(
      await prisma.userWrongOffer.findMany({ where: { userId, providerMediumId: equal.id } }),
    ).toMatchObject([{ kind: 'price' }]);
  });

  it('is in no column that this list lacks: each one is moved, or has a reason to stay', async () => {
    const columns = await prisma.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT table_name || '.' || column_name AS name
        FROM information_schema.columns
       WHERE table_schema = 'public'
         AND (column_name ~ '(medium|media)_ids?$' OR column_name IN ('deck_ids', 'winner_id', 'merged_into', 'choices')
           OR (table_name, column_name) IN (
             SELECT key.table_name, key.column_name
               FROM information_schema.referential_constraints AS foreign_key
               JOIN information_schema.key_column_usage AS key USING (constraint_schema, constraint_name)
               JOIN information_schema.constraint_column_usage AS target
                 ON target.constraint_schema = foreign_key.constraint_schema
                AND target.constraint_name = foreign_key.constraint_name
              WHERE target.table_name IN ('media', 'provider_medium')))
       ORDER BY name`;
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(NAMES_TITLES).toSorted());
  });
});
