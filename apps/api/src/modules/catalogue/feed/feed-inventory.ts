import type { CatalogueRepository } from '#src/modules/catalogue/catalogue.repository.ts';
import { titleIdentity } from '#src/modules/catalogue/title-records.ts';

export interface StoredTitle {
  id: number;
  identity: string;
  delisted: boolean;
}

/** The stored titles of the sources in this feed, by identity and by hash of the feed line. */
export class FeedInventory {
  readonly byIdentity = new Map<string, StoredTitle>();
  readonly #byHash = new Map<string, StoredTitle>();
  readonly #sources = new Set<string>();
  readonly #repository: CatalogueRepository;

  constructor(repository: CatalogueRepository) {
    this.#repository = repository;
  }

  async addSource(source: string): Promise<void> {
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    for (const row of await this.#repository.listFingerprints(source)) {
      const known = {
        id: row.id,
        identity: titleIdentity(source, row.type, row.externalId),
        delisted: row.delistedAt !== null,
      };
      this.byIdentity.set(known.identity, known);
      this.#byHash.set(row.contentHash, known);
    }
  }

  /** Returns the listed title whose stored feed line has this hash. */
  findUnchanged(hash: string): StoredTitle | undefined {
    const known = this.#byHash.get(hash);
    return known?.delisted ? undefined : known;
  }

  /** Returns every stored title, including delisted titles. */
  list(): StoredTitle[] {
    return [...this.byIdentity.values()];
  }
}
