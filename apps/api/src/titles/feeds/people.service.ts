import { portraitPath } from '@marquee/artwork';
import type { Pagination, Person } from '@marquee/contracts';
import type { WithTransaction } from '#src/data/database.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { searchWords, withinOneTypo } from '#src/titles/engine/texts.ts';
import type { PeopleRepository, PersonRow } from './people.repository.ts';

interface Dependencies {
  repos: { people: PeopleRepository };
  withTransaction: WithTransaction<{ people: PeopleRepository }>;
  env: { API_ORIGIN: string };
}

/** Shorter words are not matched with a typo: too many words differ from them by one letter. */
const TYPO_MIN_LENGTH = 4;

/** Every word of the query begins a word of the name, or equals one but for one typo. */
export function isMeant(words: readonly string[], searchName: string): boolean {
  const names = searchName.split(' ');
  return words.every((word) =>
    names.some(
      (name) => name.startsWith(word) || (word.length >= TYPO_MIN_LENGTH && withinOneTypo(word, name)),
    ),
  );
}

export function createPeopleService({ repos, withTransaction, env }: Dependencies) {
  const mapPerson = (row: PersonRow): Person => ({
    id: row.id,
    full_name: row.fullName,
    image: row.imageUrl ?? `${env.API_ORIGIN}${portraitPath({ id: row.id, name: row.fullName })}`,
  });

  return {
    async get(_ctx: unknown, personId: number): Promise<Person> {
      return mapPerson(await repos.people.get(personId));
    },

    /**
     * People whose name has a word for every word of the query. Without a match, people whose name matches with one
     * typo per word. All people for an empty query. Closest match first, then best known.
     */
    async search(
      _ctx: unknown,
      query: string,
      page: Page,
    ): Promise<{ people: Person[]; pagination: Pagination }> {
      const words = searchWords(await repos.people.toWords(query));
      if (words.length === 0 && query !== '') return { people: [], pagination: paginate(page, 0) };
      const offset = offsetOf(page);
      const window = { offset, limit: page.perPage };
      const everybody = words.length === 0;
      const { people, total } = everybody
        ? await repos.people.listAll(window)
        : await repos.people.list(words, window);
      if (total > 0 || everybody) return { people: people.map(mapPerson), pagination: paginate(page, total) };
      const similar = await withTransaction((tx) => tx.people.listSimilar(words));
      const meant = similar.filter(({ searchName }) => isMeant(words, searchName));
      return {
        people: meant.slice(offset, offset + page.perPage).map(mapPerson),
        pagination: paginate(page, meant.length),
      };
    },
  };
}

export type PeopleService = ReturnType<typeof createPeopleService>;
