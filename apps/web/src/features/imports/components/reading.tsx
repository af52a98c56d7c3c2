import type { Import, ImportKind, ImportScale } from '@marquee/contracts';
import { IMPORT_SCALES } from '@marquee/contracts/constants';
import { Select } from '#src/components/ui/select.tsx';
import type { Reading } from '../api.ts';

const KINDS: Record<ImportKind, string> = {
  history: 'A history: titles that I have seen',
  watchlist: 'A watchlist: titles for later',
  ratings: 'Ratings',
};
const kindChoices = (Object.entries(KINDS) as [ImportKind, string][]).map(([value, label]) => ({
  value,
  label,
}));
const scaleChoices = IMPORT_SCALES.map((scale) => ({ value: String(scale), label: `out of ${scale}` }));

/** What the file was taken for. Another choice reads it again. */
export function ReadingChoices({
  given: { kind, scale, scale_certain: isCertain, counts },
  busy,
  onChange,
}: {
  given: Pick<Import, 'kind' | 'scale' | 'scale_certain' | 'counts'>;
  busy: boolean;
  onChange: (reading: Reading) => void;
}) {
  // A file of lists alone says what it is, although it is none of the three.
  const isUnknown = kind === null && counts.entries === 0;
  const none = { value: '', label: isUnknown ? 'Please choose' : 'As it says itself' } as const;
  return (
    <section className="stack gap-2" aria-label="How the file is read">
      <Select
        label="This file is"
        disabled={busy}
        choices={kind === null ? [none, ...kindChoices] : kindChoices}
        value={kind ?? ''}
        onChange={(value) => value !== '' && onChange({ kind: value })}
      />
      {isUnknown && (
        <p className="soft">The file does not say whether its titles were seen, so nothing would change.</p>
      )}
      {scale !== null && (
        <Select
          label="Its ratings are"
          disabled={busy}
          choices={scaleChoices}
          value={String(scale)}
          onChange={(value) => {
            const chosen: ImportScale | undefined = IMPORT_SCALES.find((each) => String(each) === value);
            if (chosen) onChange({ scale: chosen });
          }}
        />
      )}
      {scale !== null && !isCertain && (
        <p className="soft">The ratings fit other scales too. Please check that this one is yours.</p>
      )}
    </section>
  );
}
