import type { LearnedKind, TasteReply } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { RowSection } from '#src/components/ui/row.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { isVisible } from '#src/features/titles/visible-effect.ts';
import { useStore } from '#src/lib/storage/store.ts';
import { forgetSearches, recentSearches } from '../recent-searches.ts';
import css from './before-typing.module.css';
import { SuggestedRow } from './suggested-row.tsx';

const PEOPLE_SHOWN = 8;
/** Searches that say more than a list of what may be said. */
const EXAMPLES = ['slow Korean revenge thriller', 'heist comedy under 2 hours', '80s horror, not gory'];

function Links({ of, linkOf }: { of: readonly LearnedKind[]; linkOf: (id: number) => string }) {
  return (
    <ul className={`wrap ${css.links}`}>
      {of.map(({ id, name }) => (
        <li key={id}>
          <Link to={linkOf(id)} className={css.link}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SearchProps {
  onSearch: (query: string) => void;
}

function Queries({ of, onSearch }: { of: readonly string[] } & SearchProps) {
  return (
    <ul className={`wrap ${css.links}`}>
      {of.map((query) => (
        <li key={query}>
          <button type="button" className={css.link} onClick={() => onSearch(query)}>
            {query}
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The search before typing: recent searches, recommendations, the genres, and people that the member likes. Genres and
 * people are last, because their height is known only when they are loaded.
 */
export function BeforeTyping({ taste, onSearch }: { taste: UseQueryResult<TasteReply> } & SearchProps) {
  const searches = useStore(recentSearches);
  const people = taste.data?.taste.people ?? [];
  const liked = people.filter(({ effect }) => effect > 0 && isVisible(effect)).slice(0, PEOPLE_SHOWN);
  return (
    <div className={css.page}>
      {searches.length > 0 && (
        <RowSection
          title="Recent searches"
          margin
          aside={
            <Button
              variant="plain"
              className={css.clear}
              aria-label="Clear recent searches"
              onClick={forgetSearches}
            >
              Clear
            </Button>
          }
        >
          <Queries of={searches} onSearch={onSearch} />
        </RowSection>
      )}
      <RowSection title="Or say what you feel like" margin>
        <Queries of={EXAMPLES} onSearch={onSearch} />
      </RowSection>
      <SuggestedRow />
      {/* Without the genres the search still works, so a failure shows nothing in their place. */}
      {!taste.isError && (
        <RowSection title="Genres" margin>
          {taste.data ? (
            <Links of={taste.data.taste.genres} linkOf={(id) => `/discover/rows/genre-${id}`} />
          ) : (
            <Skeleton height="6rem" />
          )}
        </RowSection>
      )}
      {liked.length > 0 && (
        <RowSection title="People you like" aside={<Link to={paths.taste}>Your taste</Link>} margin>
          <Links of={liked} linkOf={(id) => screenAddress(paths.person, { personId: id })} />
        </RowSection>
      )}
    </div>
  );
}
