import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { createWish, deleteWish, wishesQuery } from '../api.ts';
import css from './wishes.module.css';

/**
 * Asks Marquee for the title that a search did not find. The button turns into a note with Undo. Give it the query as
 * `key`, because the state belongs to one query.
 */
export function WishButton({ query }: { query: string }) {
  const { data: wishes } = useQuery(wishesQuery);
  // The server also finds a wish in other letters, which a client cannot compare.
  const [askedId, setAskedId] = useState<number | null>(null);
  const wish = wishes?.find(({ id, query: asked }) =>
    askedId === null ? asked.toLowerCase() === query.trim().toLowerCase() : id === askedId,
  );
  const ask = useMutation({
    mutationFn: () => createWish(query),
    onSuccess: ({ id }) => setAskedId(id),
    onError: (error) => showFailure(error),
  });
  const undo = useMutation({ mutationFn: deleteWish, onError: (error) => showFailure(error) });
  if (!wish)
    return (
      <Button variant="primary" busy={ask.isPending} onClick={() => ask.mutate()}>
        Tell me when Marquee has it
      </Button>
    );
  return (
    <p className={css.asked} role="status">
      {wish.state === 'arrived'
        ? 'Marquee has it now. It is in your news.'
        : 'We will tell you when Marquee has it.'}
      <Button variant="plain" busy={undo.isPending} onClick={() => undo.mutate(wish.id)}>
        Undo
      </Button>
    </p>
  );
}
