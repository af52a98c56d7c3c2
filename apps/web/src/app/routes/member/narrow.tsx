import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import css from './narrow.module.css';

const Narrowed = lazy(async () => ({ default: (await import('./narrowed.tsx')).Component }));

/** Opens the fields that narrow titles, in place, and shows what is set. Most visits need neither, so both load apart. */
export function Narrow(narrow: ReturnType<typeof useNarrowing>) {
  const [isOpen, setOpen] = useState(false);
  const fields = useId();
  return (
    <div className={css.narrow}>
      <Button
        variant="plain"
        className={css.toggle}
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setOpen(!isOpen)}
      >
        Genre, year…
      </Button>
      {(isOpen || narrow.isNarrowed) && (
        <Suspense>
          <Narrowed {...narrow} id={fields} isOpen={isOpen} />
        </Suspense>
      )}
    </div>
  );
}
