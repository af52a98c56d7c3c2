import {
  GROUPS_PER_PAGE,
  type MediaQuery,
  PAGE_SIZE,
  type Pagination,
  type Person,
  ROW_SIZE,
} from '@marquee/contracts';
import { topK } from '@marquee/recommender';
import { clearBit, hasBit } from '#src/discover/bits.ts';
import { type Filters, filterKey, passing } from '#src/discover/filters.ts';
import { offsetOf, type Page, paginate } from '#src/discover/pages.ts';
import { allTitles, type RankedRow, type Ranking } from '#src/discover/ranking.ts';
import { searchTitles } from '#src/discover/search-index.ts';
import type { TasteRepository } from '#src/discover/taste.repository.ts';
import type { Taste } from '#src/discover/taste.ts';
import type { Titles } from '#src/discover/titles.ts';
import { AppError, fieldError } from '#src/errors.ts';

interface Ctx {
  userId: number;
}

interface Dependencies {
  titles: Titles;
  repos: { taste: TasteRepository };
  lists: {
    /** Medium ids of a list the caller may see, in its order; throws `not_found`. */
    listMediumIds(ctx: Ctx, idOrCode: string): Promise<readonly number[]>;
  };
  people: {
    get(ctx: Ctx, personId: number): Promise<Person>;
    search(ctx: Ctx, query: string, page: Page): Promise<{ people: Person[]; pagination: Pagination }>;
  };
}

interface Group {
  id: string;
  kind: 'recent' | 'recommended' | 'staff' | 'genre';
  title: string;
  row: RankedRow;
}

/** How far into its results a search may be paged. */
const SEARCH_MAX = 1_000;
const TO_RATE_MAX = 500;

const EMPTY_REST = ',"grouped_media":[],"person":null';

/**
 * All groups in the order they are shown: what is new, what we think you will like, then genres and staff lists
 * taking turns, so that the first page holds some of every kind.
 */
function groupsOf(ranking: Ranking): Group[] {
  const genres = ranking.genres.map(
    (row): Group => ({ id: `genre-${row.id}`, kind: 'genre', title: row.title, row }),
  );
  const staff = ranking.staff.map(
    (row): Group => ({ id: `staff-${row.id}`, kind: 'staff', title: `${row.title} Staff Picked`, row }),
  );
  const turns = Array.from({ length: Math.max(genres.length, staff.length) }, (_, at) => [
    genres[at],
    staff[at],
  ]).flat();
  const first: Group[] = [
    { id: 'recent', kind: 'recent', title: 'Recent Releases', row: ranking.recent },
    { id: 'recommended', kind: 'recommended', title: 'Recommended for you', row: ranking.recommended },
  ];
  return [...first, ...turns.filter((group) => group !== undefined)].filter((group) => group.row.total > 0);
}

function isRow(taste: Taste, row: string): boolean {
  const [kind, id] = row.split('-');
  if (id === undefined) return true;
  const { genreRows, staff } = taste.snapshot.data;
  return (kind === 'genre' ? genreRows : staff).some((known) => known.id === Number(id));
}

export function createMediaService({ titles, repos, lists, people }: Dependencies) {
  const toPage = (query: { page: number; per_page?: number | undefined }, size = PAGE_SIZE): Page => ({
    page: query.page,
    perPage: query.per_page ?? size,
  });

  function writeRow(
    taste: Taste,
    row: RankedRow,
    page: Page,
    query: Pick<MediaQuery, 'view'>,
    added?: Set<number>,
  ): Buffer {
    const from = offsetOf(page);
    const items = from >= row.total ? [] : row.slice(from, Math.min(from + page.perPage, row.total));
    return titles.writePage(
      taste,
      items,
      paginate(page, row.total),
      { view: query.view, alreadyAdded: added },
      EMPTY_REST,
    );
  }

  function writeIndexes(
    taste: Taste,
    all: ArrayLike<number>,
    page: Page,
    query: Pick<MediaQuery, 'view'>,
    added?: Set<number>,
    rest = EMPTY_REST,
  ): Buffer {
    const items = Array.prototype.slice.call(all, offsetOf(page), offsetOf(page) + page.perPage);
    return titles.writePage(
      taste,
      items,
      paginate(page, all.length),
      { view: query.view, alreadyAdded: added },
      rest,
    );
  }

  /** Explicit filters narrow any selection; saved ones only where api.md section 6 says so. */
  function narrow(taste: Taste, items: ArrayLike<number>, query: MediaQuery, saved: boolean): Int32Array {
    const filters: Filters = saved
      ? titles.resolveFilters(taste, query)
      : { allStreaming: query.all_streaming ?? true, mediaType: query.media_type ?? 'all' };
    const { data } = taste.snapshot;
    const passed = passing(data, filters, taste, allTitles(data.size));
    return Int32Array.from(Array.from(items).filter((item) => hasBit(passed, item)));
  }

  function writeGroups(taste: Taste, groups: Group[], query: MediaQuery): Buffer {
    const page = toPage(query, GROUPS_PER_PAGE);
    const shown = groups.slice(offsetOf(page), offsetOf(page) + page.perPage);
    const out = titles.begin().text('{"media":[],"grouped_media":[');
    shown.forEach(({ id, kind, title, row }, at) => {
      out.text(
        `${at > 0 ? ',' : ''}{"id":"${id}","kind":"${kind}","title":${JSON.stringify(title)},"media":`,
      );
      titles.writeCards(out, taste, row.slice(0, Math.min(ROW_SIZE, row.total)), { view: query.view });
      out.text(`,"pagination":${JSON.stringify(paginate({ page: 1, perPage: ROW_SIZE }, row.total))}}`);
    });
    return out
      .text(`],"pagination":${JSON.stringify(paginate(page, groups.length))},"person":null}`)
      .finish();
  }

  /** Unrated titles the caller probably knows, those first whose rating would teach most. */
  function toRate(taste: Taste): Int32Array {
    const { data, model } = taste.snapshot;
    const open = Uint32Array.from(data.listed);
    for (const known of [taste.ratings.keys(), taste.hiddenItems, taste.unseen])
      for (const item of known) clearBit(open, item);
    const scores = new Float32Array(data.size);
    model.teach(taste.person, scores);
    return topK(scores, TO_RATE_MAX, open);
  }

  function similar(taste: Taste, mediumId: number | undefined): Int32Array {
    if (mediumId === undefined) throw fieldError('medium_id', 'Medium id is required');
    const item = taste.snapshot.indexOf(mediumId);
    if (item < 0) throw fieldError('medium_id', 'Medium id is not known');
    const { data, model } = taste.snapshot;
    const open = Uint32Array.from(data.listed);
    for (const hidden of taste.hiddenItems) clearBit(open, hidden);
    const scores = new Float32Array(data.size);
    model.similar(item, scores);
    return topK(scores, SEARCH_MAX, open);
  }

  async function listRated(
    taste: Taste,
    userId: number,
    query: Parameters<typeof toPage>[0] & Pick<MediaQuery, 'view'>,
    rest: string,
  ) {
    const page = toPage(query);
    const { ids, total } = await repos.taste.listRated(userId, offsetOf(page), page.perPage);
    return titles.writePage(
      taste,
      titles.indexesOf(taste, ids),
      paginate(page, total),
      { view: query.view },
      rest,
    );
  }

  async function listHidden(
    taste: Taste,
    userId: number,
    query: Parameters<typeof toPage>[0] & Pick<MediaQuery, 'view'>,
    rest: string,
  ) {
    const page = toPage(query);
    const { ids, total } = await repos.taste.listHidden(userId, offsetOf(page), page.perPage);
    return titles.writePage(
      taste,
      titles.indexesOf(taste, ids),
      paginate(page, total),
      { view: query.view },
      rest,
    );
  }

  return {
    /** GET /api/v2/media: one page of whatever `selection` names, as written JSON. */
    async select(ctx: Ctx, query: MediaQuery): Promise<Buffer> {
      const added = query.for_list
        ? new Set(await lists.listMediumIds(ctx, String(query.for_list)))
        : undefined;
      if (query.selection === 'search' && query.search_type === 'people') {
        const { people: found, pagination } = await people.search(ctx, query.query, toPage(query));
        return Buffer.from(
          JSON.stringify({ media: [], grouped_media: [], pagination, person: null, people: found }),
        );
      }
      const taste = await titles.getTaste(ctx.userId);
      if (query.personId !== undefined || query.selection === 'person') {
        if (query.personId === undefined) throw fieldError('personId', 'Person id is required');
        const person = await people.get(ctx, query.personId);
        const items = titles.indexesOf(taste, await repos.taste.listOfPerson(query.personId));
        const rest = `,"grouped_media":[],"person":${JSON.stringify(person)}`;
        return writeIndexes(taste, narrow(taste, items, query, false), toPage(query), query, added, rest);
      }
      const filters = titles.resolveFilters(taste, query);
      if (query.row !== undefined) {
        const group = groupsOf(taste.ranking(filters)).find(({ id }) => id === query.row);
        if (!group && !isRow(taste, query.row)) throw fieldError('row', 'Row is not known');
        // A row that holds nothing for this person has no group, and is still a row.
        if (!group) return writeIndexes(taste, [], toPage(query, ROW_SIZE), query);
        return writeRow(taste, group.row, toPage(query, ROW_SIZE), query, added);
      }
      if (query.grouped_genres || query.only_staff) {
        const { page, per_page, view, only_staff } = query;
        const key = `${ctx.userId} ${filterKey(filters)} ${page} ${per_page} ${view} ${only_staff}`;
        return titles.keepReply(taste, key, () => {
          const groups = groupsOf(taste.ranking(filters));
          return writeGroups(
            taste,
            only_staff ? groups.filter(({ kind }) => kind === 'staff') : groups,
            query,
          );
        });
      }
      switch (query.selection) {
        case 'recommended':
          return writeRow(taste, taste.ranking(filters).recommended, toPage(query), query, added);
        case 'recent':
          return writeRow(taste, taste.ranking(filters).recent, toPage(query), query, added);
        case 'to_rate':
          return writeIndexes(taste, narrow(taste, toRate(taste), query, false), toPage(query), query, added);
        case 'rating_history':
          return listRated(taste, ctx.userId, query, EMPTY_REST);
        case 'hidden':
          return listHidden(taste, ctx.userId, query, EMPTY_REST);
        case 'similar':
          return writeIndexes(
            taste,
            narrow(taste, similar(taste, query.medium_id), query, false),
            toPage(query),
            query,
            added,
          );
        case 'search': {
          const { data, search } = taste.snapshot;
          const found = searchTitles(data, search, query.query, SEARCH_MAX);
          return writeIndexes(taste, narrow(taste, found, query, false), toPage(query), query, added);
        }
        case 'single_list': {
          if (query.id === undefined) throw fieldError('id', 'Id is required');
          const items = titles.indexesOf(taste, await lists.listMediumIds(ctx, query.id));
          return writeIndexes(taste, narrow(taste, items, query, true), toPage(query), query, added);
        }
        default:
          throw new AppError('not_found');
      }
    },

    /** `{media, pagination}`: titles to rate. */
    async listToRate(
      ctx: Ctx,
      query: Parameters<typeof toPage>[0] & Pick<MediaQuery, 'view'>,
    ): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      return writeIndexes(taste, toRate(taste), toPage(query), query, undefined, '');
    },

    /** `{media, pagination}`: rated titles, last rated first. */
    async listHistory(
      ctx: Ctx,
      query: Parameters<typeof toPage>[0] & Pick<MediaQuery, 'view'>,
    ): Promise<Buffer> {
      return listRated(await titles.getTaste(ctx.userId), ctx.userId, query, '');
    },

    /** GET /api/v1/media: the same selections with `by_genre`, the page's titles under each of their genres. */
    async selectV1(
      ctx: Ctx,
      query: Parameters<typeof toPage>[0] &
        Pick<MediaQuery, 'view' | 'grouped_genres'> & { selection: string },
    ): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      const write = (rest: string) => {
        if (query.selection === 'hidden') return listHidden(taste, ctx.userId, query, rest);
        if (query.selection === 'rating_history' || query.selection === 'history')
          return listRated(taste, ctx.userId, query, rest);
        return Promise.resolve(writeIndexes(taste, toRate(taste), toPage(query), query, undefined, rest));
      };
      const flat = await write(',"by_genre":[]');
      if (!query.grouped_genres) return flat;
      const reply: { media: { genres: string[] }[]; pagination: Pagination } = JSON.parse(String(flat));
      const genres = [...new Set(reply.media.flatMap((medium) => medium.genres))].sort();
      const by_genre = genres.map((genre) => ({
        genre,
        media: reply.media.filter((medium) => medium.genres.includes(genre)),
      }));
      return Buffer.from(JSON.stringify({ ...reply, by_genre }));
    },

    /** `{medium}` in full; without a caller a visitor's view. */
    get: (ctx: Ctx | null, mediumId: number): Promise<Buffer> =>
      titles.writeMedium(ctx?.userId ?? null, mediumId),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
