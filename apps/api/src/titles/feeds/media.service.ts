import {
  GROUPS_PER_PAGE,
  type MediaQuery,
  PAGE_SIZE,
  type Pagination,
  type Person,
  ROW_SIZE,
} from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { type Bits, clearBit, hasBit, intersect } from '#src/titles/engine/bits.ts';
import { filterKey, passing } from '#src/titles/engine/filters.ts';
import {
  allTitles,
  deckRow,
  fixedRow,
  type Ranking,
  type Row,
  scoredRow,
} from '#src/titles/engine/ranking.ts';
import { searchTitles } from '#src/titles/engine/search-index.ts';
import type { TasteRepository } from '#src/titles/members/taste.repository.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import type { GivenFilters, Titles } from './titles.ts';

interface Ctx {
  userId: number;
}

interface Dependencies {
  titles: Titles;
  repos: { taste: TasteRepository };
  lists: {
    /** Medium ids of a list in its order. @throws AppError not_found when the caller may not see the list. */
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
  row: Row;
}

/** The page and the view of a reply. */
type Shown = Pick<MediaQuery, 'page' | 'per_page' | 'view'>;

interface Extras {
  /** Titles per page when the call gives no size. */
  size?: number;
  /** Titles of the list that `for_list` names. */
  added?: ReadonlySet<number> | undefined;
  /** JSON to append after the page. */
  rest?: string;
}

const EMPTY_REST = ',"grouped_media":[],"person":null';

/**
 * All rows in order: recent, recommended, then genre and staff rows in turns, so that the first page has every kind.
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
  const toPage = (query: Pick<Shown, 'page' | 'per_page'>, size = PAGE_SIZE): Page => ({
    page: query.page,
    perPage: query.per_page ?? size,
  });

  function write(
    taste: Taste,
    row: Row,
    query: Shown,
    { size = PAGE_SIZE, added, rest = EMPTY_REST }: Extras = {},
  ): Buffer {
    const page = toPage(query, size);
    const from = offsetOf(page);
    const items = from >= row.total ? [] : row.slice(from, Math.min(from + page.perPage, row.total));
    const options = { view: query.view, alreadyAdded: added };
    return titles.writePage(taste, items, paginate(page, row.total), options, rest);
  }

  /** Applies only the filters of the call. Saved filters apply to some selections only (docs/api.md#saved-filters). */
  const passNamed = (taste: Taste, given: GivenFilters, start?: Bits): Bits =>
    passing(
      taste.snapshot.data,
      { allStreaming: given.all_streaming ?? true, mediaType: given.media_type ?? 'all' },
      taste,
      start ?? allTitles(taste.snapshot.data.size),
    );

  /** Hidden titles appear only under `hidden`, in search and in lists. */
  function withoutHidden(taste: Taste, bits: Bits): Bits {
    for (const item of taste.hiddenItems) clearBit(bits, item);
    return bits;
  }

  const rowOf = (items: readonly number[] | Int32Array, passed: Bits): Row =>
    fixedRow(Int32Array.from(items).filter((item) => hasBit(passed, item)));

  function writeGroups(
    taste: Taste,
    groups: Group[],
    query: Shown,
    added: ReadonlySet<number> | undefined,
  ): Buffer {
    const page = toPage(query, GROUPS_PER_PAGE);
    const shown = groups.slice(offsetOf(page), offsetOf(page) + page.perPage);
    const options = { view: query.view, alreadyAdded: added };
    const out = titles.begin().text('{"media":[],"grouped_media":[');
    shown.forEach(({ id, kind, title, row }, at) => {
      out.text(
        `${at > 0 ? ',' : ''}{"id":"${id}","kind":"${kind}","title":${JSON.stringify(title)},"media":`,
      );
      titles.writeCards(out, taste, row.slice(0, Math.min(ROW_SIZE, row.total)), options);
      out.text(`,"pagination":${JSON.stringify(paginate({ page: 1, perPage: ROW_SIZE }, row.total))}}`);
    });
    return out
      .text(`],"pagination":${JSON.stringify(paginate(page, groups.length))},"person":null}`)
      .finish();
  }

  /** Unrated titles, ordered by how likely the user knows them and how much a rating teaches the model. */
  function toRate(taste: Taste, given: GivenFilters = {}): Row {
    const { data, model } = taste.snapshot;
    const open = withoutHidden(taste, passNamed(taste, given, data.listed));
    for (const known of [taste.ratings.keys(), taste.unseen]) for (const item of known) clearBit(open, item);
    const scores = new Float32Array(data.size);
    model.teach(taste.factors, scores);
    return deckRow(taste, scores, open);
  }

  function similar(taste: Taste, query: GivenFilters & Pick<MediaQuery, 'medium_id'>): Row {
    if (query.medium_id === undefined) throw fieldError('medium_id', 'Medium id is required');
    const item = taste.snapshot.indexOf(query.medium_id);
    if (item < 0) throw fieldError('medium_id', 'Medium id is unknown');
    const { data, model } = taste.snapshot;
    const open = withoutHidden(taste, passNamed(taste, query, data.listed));
    clearBit(open, item);
    const scores = new Float32Array(data.size);
    model.similar(item, scores);
    return scoredRow(scores, open);
  }

  async function history(taste: Taste, { userId }: Ctx, given: GivenFilters = {}): Promise<Row> {
    const rated = titles.indexesOf(taste, await repos.taste.listRated(userId));
    return rowOf(rated, withoutHidden(taste, passNamed(taste, given)));
  }

  async function hidden(taste: Taste, { userId }: Ctx, given: GivenFilters = {}): Promise<Row> {
    return rowOf(titles.indexesOf(taste, await repos.taste.listHidden(userId)), passNamed(taste, given));
  }

  function search(taste: Taste, query: GivenFilters & Pick<MediaQuery, 'query'>): Row {
    const { data, search: index } = taste.snapshot;
    const { scores, found } = searchTitles(data, index, query.query);
    // Search does not find delisted titles.
    intersect(found, passNamed(taste, query, data.listed));
    return scoredRow(scores, found);
  }

  async function singleList(taste: Taste, ctx: Ctx, query: GivenFilters & Pick<MediaQuery, 'id'>) {
    if (query.id === undefined) throw fieldError('id', 'Id is required');
    const { data } = taste.snapshot;
    const items = titles.indexesOf(taste, await lists.listMediumIds(ctx, query.id));
    return rowOf(items, passing(data, titles.resolveFilters(taste, query), taste, allTitles(data.size)));
  }

  /** The row of a `selection` that answers titles only. */
  async function rowFor(taste: Taste, ctx: Ctx, query: MediaQuery): Promise<Row> {
    switch (query.selection) {
      case 'recommended':
        return taste.ranking(titles.resolveFilters(taste, query)).recommended;
      case 'recent':
        return taste.ranking(titles.resolveFilters(taste, query)).recent;
      case 'to_rate':
        return toRate(taste, query);
      case 'rating_history':
        return history(taste, ctx, query);
      case 'hidden':
        return hidden(taste, ctx, query);
      case 'similar':
        return similar(taste, query);
      case 'search':
        return search(taste, query);
      case 'single_list':
        return singleList(taste, ctx, query);
      case 'person':
        throw fieldError('personId', 'Person id is required');
    }
  }

  return {
    /** GET /api/v2/media: one page of the `selection`, as serialized JSON. */
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
      if (query.personId !== undefined) {
        const person = await people.get(ctx, query.personId);
        const items = titles.indexesOf(taste, await repos.taste.listOfPerson(query.personId));
        const row = rowOf(items, withoutHidden(taste, passNamed(taste, query)));
        const rest = `,"grouped_media":[],"person":${JSON.stringify(person)}`;
        return write(taste, row, query, { added, rest });
      }
      if (query.row !== undefined) {
        const groups = groupsOf(taste.ranking(titles.resolveFilters(taste, query)));
        const group = groups.find(({ id }) => id === query.row);
        if (!group && !isRow(taste, query.row)) throw fieldError('row', 'Row is unknown');
        // An empty row has no group but is a valid row id.
        return write(taste, group?.row ?? fixedRow(new Int32Array()), query, { size: ROW_SIZE, added });
      }
      if (query.grouped_genres || query.only_staff) {
        const { page, per_page, view, only_staff } = query;
        const filters = titles.resolveFilters(taste, query);
        const make = () => {
          const groups = groupsOf(taste.ranking(filters));
          const wanted = only_staff ? groups.filter(({ kind }) => kind === 'staff') : groups;
          return writeGroups(taste, wanted, query, added);
        };
        // Replies with `already_added` are not cached, since a change of the list does not drop the taste.
        if (added) return make();
        const key = `${ctx.userId} ${filterKey(filters)} ${page} ${per_page} ${view} ${only_staff}`;
        return titles.keepReply(taste, key, make);
      }
      return write(taste, await rowFor(taste, ctx, query), query, { added });
    },

    /** `{media, pagination}`: titles to rate. */
    async listToRate(ctx: Ctx, query: Shown): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      return write(taste, toRate(taste), query, { rest: '' });
    },

    /** `{media, pagination}`: rated titles, last rated first. */
    async listHistory(ctx: Ctx, query: Shown): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      return write(taste, await history(taste, ctx), query, { rest: '' });
    },

    /** GET /api/v1/media: the same selections with `by_genre`, which groups the titles of the page by genre. */
    async selectV1(
      ctx: Ctx,
      query: Shown & Pick<MediaQuery, 'grouped_genres'> & { selection: string },
    ): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      const pick = (): Row | Promise<Row> => {
        if (query.selection === 'hidden') return hidden(taste, ctx);
        return query.selection.endsWith('history') ? history(taste, ctx) : toRate(taste);
      };
      const flat = write(taste, await pick(), query, { rest: ',"by_genre":[]' });
      if (!query.grouped_genres) return flat;
      const reply: { media: { genres: string[] }[]; pagination: Pagination } = JSON.parse(String(flat));
      const genres = [...new Set(reply.media.flatMap((medium) => medium.genres))].sort();
      const by_genre = genres.map((genre) => ({
        genre,
        media: reply.media.filter((medium) => medium.genres.includes(genre)),
      }));
      return Buffer.from(JSON.stringify({ ...reply, by_genre }));
    },

    /** `{medium}` with all fields; without a caller the view of a visitor. */
    get: (ctx: Ctx | null, mediumId: number): Promise<Buffer> =>
      titles.writeMedium(ctx?.userId ?? null, mediumId),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
