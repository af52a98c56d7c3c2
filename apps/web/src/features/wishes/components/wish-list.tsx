import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Section } from '#src/components/ui/section.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { createWish, deleteWish, wishesQuery } from '../api.ts';
import css from './wishes.module.css';

/** The titles that the member asked for and that have not arrived. */
export function WishList() {
  const { data: wishes = [] } = useQuery(wishesQuery);
  const remove = useMutation({
    mutationFn: ({ id }: { id: number; query: string }) => deleteWish(id),
    onSuccess: (_, { query }) =>
      showToast(`“${query}” is no longer on the list.`, { undo: () => void createWish(query) }),
    onError: (error) => showFailure(error),
  });
  const waiting = wishes.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  return (
    <Section title="You asked for">
      <ul className="stack">
        {waiting.map((wish) => (
          <li key={wish.id} className={css.wish}>
            <span className={css.query}>{wish.query}</span>
            <Button
              variant="plain"
              aria-label={`Stop waiting for ${wish.query}`}
              busy={remove.isPending && remove.variables.id === wish.id}
              onClick={() => remove.mutate(wish)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
