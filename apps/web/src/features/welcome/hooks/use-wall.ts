import type { MediumCard } from '@marquee/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { outlookQuery, wallQuery } from '../api.ts';

/** Number of posters: full lines at two, three, four and six columns. */
const WALL_SIZE = 12;

/**
 * Returns the titles of the wall. After an answer is saved, `replace` fetches new candidates and fills only
 * the answered slot. `isOpen` says whether a title of another row has no answer yet.
 */
export function useWall() {
  const client = useQueryClient();
  const query = useQuery(wallQuery);
  const [slots, setSlots] = useState<readonly MediumCard[] | null>(null);
  const answered = useRef(new Set<number>());
  const isOpen = ({ id }: MediumCard): boolean => !answered.current.has(id);
  const shown = slots ?? query.data?.slice(0, WALL_SIZE) ?? [];

  const replace = async (mediumId: number) => {
    answered.current.add(mediumId);
    const [candidates] = await Promise.all([
      client.fetchQuery({ ...wallQuery, staleTime: 0 }),
      client.refetchQueries({ queryKey: outlookQuery.queryKey }),
    ]);
    setSlots((now) => {
      const slots = now ?? shown;
      const isFree = (medium: MediumCard) => isOpen(medium) && !slots.some((slot) => slot.id === medium.id);
      const next = candidates.find(isFree);
      return slots.flatMap((slot) => (slot.id !== mediumId ? [slot] : next ? [next] : []));
    });
  };

  return { ...query, slots: shown, isOpen, replace };
}
