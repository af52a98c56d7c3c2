import type {
  CatalogueRepository,
  CreditRecord,
  GenreLink,
  OfferRecord,
  PersonRecord,
} from './catalogue.repository.ts';
import type { FeedTitle } from './feed/feed.ts';
import { providerSlug, spellingScore } from './names.ts';
import { saveSeries } from './series/save-series.ts';
import {
  type CreditDraft,
  type OfferDraft,
  personIdentity,
  titleIdentity,
  toCredits,
  toIds,
  toNames,
  toNamingIds,
  toOffers,
  toSeries,
  toTitleRecord,
} from './title-records.ts';

export interface PendingTitle {
  feed: FeedTitle;
  source: string;
  /** The source to credit for offers whose line names no source. */
  credit: string;
  checkedAt: string;
  contentHash: string;
  /**
   * Whether the database contains the title. In that case its old genres and credits must be deleted first.
   */
  isStored: boolean;
  /** The keys of `feed.also` under which a title is stored. */
  doubles: readonly string[];
  /**
   * This field is set when another source owns the stored title. In this case the batch writes offers, and
   * facts only if `facts` is true.
   */
  merged?: { id: number; facts: boolean } | undefined;
}

/** How the offers of a batch replace stored offers. */
export interface OfferRules {
  /**
   * The country for which the batch contains all offers. The value is null for a feed file, which may contain
   * several countries.
   */
  country: string | null;
  /**
   * Sources with precedence. A title that one of these sources lists in the country gets no offers from this
   * batch.
   */
  outrankedBy: readonly string[];
}

/** Ids that every batch needs. The ids are cached, because they are few and never deleted. */
export interface Lookups {
  genres: Map<string, number>;
  /** The suggested tags, in lower case. */
  tags: Set<string>;
  providers: Map<string, { id: number; searchUrlTemplate: string }>;
}

export async function loadLookups(repository: CatalogueRepository): Promise<Lookups> {
  const [genres, tags, providers] = [
    await repository.ensureGenres([]),
    await repository.ensureTags([]),
    await repository.listProviders(),
  ];
  return { genres, tags, providers: new Map(providers.map((provider) => [provider.slug, provider])) };
}

/** Creates missing genres, tags and providers. */
async function addLookups(
  repository: CatalogueRepository,
  lookups: Lookups,
  titles: readonly PendingTitle[],
): Promise<void> {
  const genres = titles
    .flatMap(({ feed }) => feed.genres)
    .filter((title) => !lookups.genres.has(title.toLowerCase()));
  if (genres.length > 0) lookups.genres = await repository.ensureGenres(genres);
  const tags = titles.flatMap(({ feed }) => feed.tags).filter((tag) => !lookups.tags.has(tag.toLowerCase()));
  if (tags.length > 0) lookups.tags = await repository.ensureTags(tags);
  const services = titles
    .flatMap(({ feed }) => [...feed.services, ...feed.offers.map((offer) => offer.service)])
    .filter((name) => !lookups.providers.has(providerSlug(name)));
  if (services.length > 0) {
    await repository.createProviders(
      [...new Map(services.map((name) => [providerSlug(name), name]))].map(([slug, name]) => ({
        slug,
        name,
        position: 100,
        // The search page of a provider from a feed is unknown. An offer that has no address links to a web
        // search.
        searchUrlTemplate: `https://duckduckgo.com/?q=${encodeURIComponent(`watch on ${name}`)}%20{title}`,
      })),
    );
    lookups.providers = new Map(
      (await repository.listProviders()).map((provider) => [provider.slug, provider]),
    );
  }
}

async function savePeople(
  repository: CatalogueRepository,
  wanted: ReadonlyMap<string, PersonRecord>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const missing = new Map(wanted);
  const sources = Map.groupBy(wanted.values(), (person) => person.source);
  for (const [source, people] of sources) {
    for (const found of await repository.findPeople(
      source,
      people.map((person) => person.external_id),
    )) {
      const identity = personIdentity(source, found.externalId);
      ids.set(identity, found.id);
      const spelling = wanted.get(identity)?.full_name ?? '';
      // Replace the stored name only with a better spelling.
      if (spellingScore(spelling) <= spellingScore(found.fullName)) missing.delete(identity);
    }
  }
  if (missing.size === 0) return ids;
  for (const saved of await repository.savePeople([...missing.values()])) {
    ids.set(personIdentity(saved.source, saved.external_id), saved.id);
  }
  return ids;
}

/** Returns whether the batch writes genres, people and facts of the title. */
const hasFacts = ({ merged }: PendingTitle): boolean => merged?.facts ?? true;

/** Writes the rows of the titles. Returns the ids of the titles. */
async function saveTitles(
  repository: CatalogueRepository,
  titles: readonly PendingTitle[],
): Promise<Map<PendingTitle, number>> {
  const own = titles.filter(({ merged }) => merged === undefined);
  const saved = await repository.saveTitles(
    own.map(({ feed, source, contentHash }) => toTitleRecord(feed, source, contentHash)),
  );
  const rows = new Map(saved.map((row) => [titleIdentity(row.source, row.type, row.external_id), row.id]));
  const ids = new Map<PendingTitle, number>();
  for (const pending of titles) {
    const id =
      pending.merged?.id ?? rows.get(titleIdentity(pending.source, pending.feed.type, pending.feed.key));
    if (id !== undefined) ids.set(pending, id);
  }
  await repository.mergeFacts(
    titles.flatMap(({ feed, source, contentHash, merged }) =>
      merged?.facts ? [{ id: merged.id, ...toTitleRecord(feed, source, contentHash) }] : [],
    ),
  );
  await repository.relist(titles.flatMap(({ merged }) => (merged && !merged.facts ? [merged.id] : [])));
  return ids;
}

const dedupe = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Titles whose genres, tags, providers and people are stored. */
export interface Batch {
  titles: readonly { pending: PendingTitle; credits: CreditDraft[]; offers: OfferDraft[] }[];
  /** Ids of people by identity. */
  people: ReadonlyMap<string, number>;
}

/**
 * Creates the genres, tags, providers and people that the titles need. Runs outside the transaction of the batch: one
 * batch is prepared while the batch before it is written. The rows stay when the batch fails, and the next import
 * finds them.
 */
export async function prepareBatch(
  repository: CatalogueRepository,
  lookups: Lookups,
  pending: readonly PendingTitle[],
): Promise<Batch> {
  await addLookups(repository, lookups, pending);
  const titles = pending.map((title) => ({
    pending: title,
    credits: hasFacts(title) ? toCredits(title.feed, title.source) : [],
    offers: toOffers(title.feed),
  }));
  const wanted = new Map<string, PersonRecord>();
  for (const { person, name } of titles.flatMap(({ credits }) => credits)) {
    const [source = '', externalId = ''] = person.split('\n');
    const known = wanted.get(person);
    if (known === undefined || spellingScore(name) > spellingScore(known.full_name)) {
      wanted.set(person, { source, external_id: externalId, full_name: name });
    }
  }
  return { titles, people: await savePeople(repository, wanted) };
}

/** Writes one batch. The repository is bound to one transaction, so each title is written completely or not at all. */
export async function writeBatch(
  repository: CatalogueRepository,
  lookups: Lookups,
  { titles, people }: Batch,
  rules: OfferRules,
): Promise<Map<PendingTitle, number>> {
  const ids = await saveTitles(
    repository,
    titles.map(({ pending }) => pending),
  );
  await repository.queueMatching();
  const drafts = titles.map((title) => ({ ...title, id: ids.get(title.pending) }));

  const genres: GenreLink[] = [];
  const credits: CreditRecord[] = [];
  const offers: OfferRecord[] = [];
  for (const { pending, id, credits: named, offers: offered } of drafts) {
    if (id === undefined) continue;
    const { feed } = pending;
    dedupe(
      (hasFacts(pending) ? feed.genres : []).map((title) => lookups.genres.get(title.toLowerCase())),
    ).forEach((genreId, position) => {
      if (genreId !== undefined) genres.push({ medium_id: id, genre_id: genreId, position });
    });
    const positions = { director: 0, cast: 0 };
    for (const { role, person, character } of named) {
      const personId = people.get(person);
      if (personId !== undefined)
        credits.push({ medium_id: id, role, position: positions[role]++, person_id: personId, character });
    }
    for (const offer of offered) {
      const provider = lookups.providers.get(offer.slug);
      if (provider === undefined) continue;
      offers.push({
        medium_id: id,
        provider_id: provider.id,
        kind: offer.kind,
        country: offer.country,
        quality: offer.quality ?? '',
        url: offer.url ?? provider.searchUrlTemplate.replace('{title}', encodeURIComponent(feed.title)),
        price_cents: Math.round(offer.price * 100),
        currency: offer.currency,
        source: offer.source ?? pending.credit,
        origin: pending.source,
        first_seen_at: offer.first_seen_at,
        checked_at: offer.checked_at ?? pending.checkedAt,
        has_own_day: offer.checked_at !== null,
        leaving_on: offer.leaving_on,
      });
    }
  }
  await saveSeries(
    repository.series,
    drafts.flatMap(({ pending, id }) => {
      const series = id === undefined ? null : toSeries(pending.feed, pending.source, pending.checkedAt);
      return id === undefined || series === null ? [] : [{ medium_id: id, ...series }];
    }),
  );
  const rewritten = drafts.flatMap(({ pending, id }) =>
    pending.isStored && hasFacts(pending) && id !== undefined ? [id] : [],
  );
  if (rewritten.length > 0) await repository.clearLinks(rewritten);
  if (genres.length > 0) await repository.addGenres(genres);
  if (credits.length > 0) await repository.addCredits(credits);
  const described = drafts.flatMap(({ pending, id }) =>
    hasFacts(pending) && id !== undefined
      ? [{ medium_id: id, source: pending.source, feed: pending.feed }]
      : [],
  );
  await repository.saveNames(
    described.map(({ medium_id, source }) => ({ medium_id, source })),
    described.flatMap(({ medium_id, source, feed }) =>
      toNames(feed).map((name) => ({ medium_id, source, ...name })),
    ),
  );
  // Before the offers, so that those of a double are replaced like the title's own.
  const merging = drafts.flatMap(({ pending: { feed, source, doubles }, id }) =>
    id === undefined || doubles.length === 0
      ? []
      : [{ source, type: feed.type, keys: [...doubles], medium_id: id }],
  );
  await repository.mergeDoubles(merging);
  // A new title has no offers that could have ended, unless it took over those of a double.
  const scope = drafts.flatMap(({ pending, id }) =>
    id !== undefined && (pending.isStored || pending.doubles.length > 0)
      ? [{ medium_id: id, origin: pending.source, country: rules.country }]
      : [],
  );
  await repository.saveOffers(scope, offers, rules.outrankedBy);
  await repository.saveIds(
    drafts.flatMap(({ pending, id }) =>
      id === undefined
        ? []
        : [...toIds(pending.feed), ...toNamingIds(pending.feed)].map((record) => ({
            ...record,
            medium_id: id,
          })),
    ),
    merging,
  );
  return ids;
}
