import type { MediaQuery, Medium, MediumCard, Pagination } from '@marquee/contracts';
import { LRUCache } from 'lru-cache';
import type { CacheBudget } from '#src/core/cache-budget.ts';
import { clientEncoding, clientLanguages } from '#src/core/client.ts';
import { KeptJson } from '#src/core/encoded-json.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import { CardWriter, type View } from '#src/titles/cards/card-writer.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { type FactFilters, type Filters, passing } from '#src/titles/engine/filters.ts';
import { namesIn } from '#src/titles/engine/local-names.ts';
import { DEFAULT_COUNTRY } from '#src/titles/engine/markets.ts';
import { allTitles } from '#src/titles/engine/ranking.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { predict } from '#src/titles/users/opinions.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';

interface Dependencies {
  users: Pick<UserCache, 'findTaste'>;
  snapshot: () => Snapshot;
  cacheBytes: Pick<CacheBudget, 'replies'>;
}

export interface CardOptions {
  view: View;
  /** Ids of the titles in the list that `for_list` names. These titles get `already_added: true`. */
  alreadyAdded?: ReadonlySet<number> | undefined;
  /** Further fields of a title as JSON, each with a comma before it. */
  further?: ((item: number) => string) | undefined;
}

/** The filters of a call. A missing filter has the value of the saved filter. */
export type GivenFilters = Pick<MediaQuery, 'all_streaming' | 'media_type'> & Partial<GivenFacts>;
type GivenFacts = Pick<MediaQuery, 'genre_id' | 'year_from' | 'year_to' | 'runtime_max' | 'age_rating'>;

/**
 * Returns the filters by facts of titles, undefined when the call gives none.
 * @throws AppError invalid for a genre or an age rating that the catalogue does not have.
 */
export function factFilters({ data }: Snapshot, given: GivenFilters): FactFilters | undefined {
  const { genre_id, year_from, year_to, runtime_max, age_rating } = given;
  if (genre_id !== undefined && !data.genreRows.some(({ id }) => id === genre_id))
    throw fieldError('genre_id', 'Genre is unknown');
  if (age_rating !== undefined && !data.ageRatings.includes(age_rating))
    throw fieldError('age_rating', 'Age rating is unknown');
  const facts = [genre_id, year_from, year_to, runtime_max, age_rating];
  if (facts.every((fact) => fact === undefined)) return undefined;
  return {
    genreId: genre_id,
    yearFrom: year_from,
    yearTo: year_to,
    runtimeMax: runtime_max,
    ageRating: age_rating,
  };
}

interface KeptReply {
  /** `Taste.serial`, because a reference would keep a dropped taste in memory. */
  taste: symbol;
  facts: string;
  reply: KeptJson;
}

// Replies are written synchronously, one at a time, so one buffer is enough for the process.
const writer = new CardWriter();

/** Serializes titles for one user or a visitor. All replies with titles are written here. */
export function createCardPages({ users, snapshot, cacheBytes }: Dependencies) {
  async function getTaste(userId: number): Promise<Taste> {
    const taste = await users.findTaste(userId);
    if (!taste) throw new AppError('unauthorized');
    return taste;
  }

  const replies = new LRUCache<string, KeptReply>({
    maxSize: cacheBytes.replies,
    sizeCalculation: ({ reply, facts }) => reply.bytes.length + facts.length + 200,
  });

  /**
   * Returns the cached reply of this name for the same taste and equal facts, in the client's languages and encoding, or
   * writes a new reply.
   * @param write may return borrowed bytes.
   * @param facts all other data that the reply depends on.
   */
  function keepReply(taste: Taste, name: string, write: () => Uint8Array, facts = ''): KeptJson {
    const names = namesIn(taste.snapshot.data.names, clientLanguages());
    const encoding = clientEncoding();
    const key = `${name} ${encoding} ${names.map(({ language }) => language)}`;
    const kept = replies.get(key);
    if (kept?.taste === taste.serial && kept.facts === facts) return kept.reply;
    const reply = new KeptJson(write(), encoding);
    replies.set(key, { taste: taste.serial, facts, reply });
    return reply;
  }

  const indexesOf = (taste: Taste, mediumIds: readonly number[]): number[] =>
    mediumIds.map((id) => taste.snapshot.indexOf(id)).filter((index) => index >= 0);

  /** Writes the cards of the items as a JSON array. All arrays of a reply have the same options. */
  function writeCards(
    out: CardWriter,
    taste: Taste,
    items: ArrayLike<number>,
    { view, alreadyAdded, further }: CardOptions,
  ): void {
    const { data } = taste.snapshot;
    predict(taste, items);
    out.text('[');
    for (let at = 0; at < items.length; at++) {
      if (at > 0) out.comma();
      const item = items[at] ?? 0;
      if (further === undefined && out.again(item)) continue;
      const added = alreadyAdded ? alreadyAdded.has(data.ids[item] ?? 0) : null;
      out.card(data, taste.market, item, taste, view, added, further?.(item));
    }
    out.text(']');
  }

  return {
    getTaste,
    keepReply,
    /** Returns the memory of the cached replies in bytes. */
    replyBytes: () => replies.calculatedSize,
    indexesOf,
    writeCards,

    /** Begins a reply. Call `finish` before the next await, since all replies share one buffer. */
    begin: (): CardWriter => writer.reset(),

    /** Writes `{"medium":…}` with all fields. Without a user, leaves out offers and likelihood. */
    async writeMedium(userId: number | null, mediumId: number): Promise<Buffer> {
      const taste = userId === null ? null : await getTaste(userId);
      const { data, indexOf, marketOf } = taste?.snapshot ?? snapshot();
      const market = taste?.market ?? marketOf(DEFAULT_COUNTRY);
      const index = indexOf(mediumId);
      if (index < 0) throw new AppError('not_found');
      return writer
        .reset()
        .text('{"medium":')
        .card(data, market, index, taste, 'full', null)
        .text('}')
        .finish();
    },

    async get(userId: number | null, mediumId: number): Promise<Medium> {
      const reply: { medium: Medium } = JSON.parse(String(await this.writeMedium(userId, mediumId)));
      return reply.medium;
    },

    /**
     * Returns cards of the given titles in the given order. Leaves out titles that were imported after the
     * snapshot was built.
     */
    async cards(userId: number, mediumIds: readonly number[], options: CardOptions): Promise<MediumCard[]> {
      const taste = await getTaste(userId);
      writeCards(writer.reset(), taste, indexesOf(taste, mediumIds), options);
      return JSON.parse(String(writer.finish()));
    },

    resolveFilters: (taste: Taste, given: GivenFilters): Filters => ({
      allStreaming: given.all_streaming ?? taste.savedFilters.allStreaming,
      mediaType: given.media_type ?? taste.savedFilters.mediaType,
      facts: factFilters(taste.snapshot, given),
    }),

    /** Returns the indexes of the given titles that pass the filters, in the given order. */
    filter(taste: Taste, mediumIds: readonly number[], filters: Filters): number[] {
      const { data } = taste.snapshot;
      const passed = passing(data, filters, taste, allTitles(data.size));
      return indexesOf(taste, mediumIds).filter((index) => hasBit(passed, index));
    },

    /** Writes `{"media":[…],…}` with one page. Appends `rest`, for example `"grouped_media":[],"person":null`. */
    writePage(
      taste: Taste,
      items: ArrayLike<number>,
      pagination: Pagination,
      options: CardOptions,
      rest: string,
    ): Buffer {
      writer.reset().text('{"media":');
      writeCards(writer, taste, items, options);
      return writer.text(`,"pagination":${JSON.stringify(pagination)}${rest}}`).finish();
    },
  };
}

export type CardPages = ReturnType<typeof createCardPages>;
