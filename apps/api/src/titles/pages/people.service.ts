import { portraitPath } from '@marquee/artwork/paths';
import type { Pagination, Person } from '@marquee/contracts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { searchPeople } from '#src/titles/engine/people.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import type { PeopleRepository, PersonRow } from './people.repository.ts';

interface Dependencies {
  repos: { people: PeopleRepository };
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Snapshot;
  env: { API_ORIGIN: string };
}

export function createPeopleService({ repos, snapshot, env }: Dependencies) {
  const mapPerson = (row: PersonRow): Person => ({
    id: row.id,
    full_name: row.fullName,
    image: row.imageUrl ?? `${env.API_ORIGIN}${portraitPath({ id: row.id, name: row.fullName })}`,
  });

  return {
    async get(_ctx: unknown, personId: number): Promise<Person> {
      return mapPerson(await repos.people.get(personId));
    },

    /** Searches people of the snapshot by name (`searchPeople`). */
    search(_ctx: unknown, query: string, page: Page): { people: Person[]; pagination: Pagination } {
      const { people } = snapshot().data;
      const found = searchPeople(people, query);
      const offset = offsetOf(page);
      const shown = [...found.subarray(offset, offset + page.perPage)].map((index) =>
        mapPerson({
          id: people.ids[index] ?? 0,
          fullName: textAt(people.names, index),
          imageUrl: textAt(people.images, index) || null,
        }),
      );
      return { people: shown, pagination: paginate(page, found.length) };
    },
  };
}

export type PeopleService = ReturnType<typeof createPeopleService>;
