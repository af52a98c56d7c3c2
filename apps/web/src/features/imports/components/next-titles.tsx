import type { MediumCard } from '@marquee/contracts';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import css from './imports.module.css';

/** Number of posters. A narrow screen shows fewer. */
const SHOWN = 6;

/** The first titles to which the button below them leads. */
export function NextTitles({ label, media }: { label: string; media: readonly MediumCard[] }) {
  if (media.length === 0) return null;
  return (
    <ol className={`wrap gap-3 ${css.next}`} aria-label={label}>
      {media.slice(0, SHOWN).map((medium) => (
        <li key={medium.id}>
          <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} alt={medium.title} />
        </li>
      ))}
    </ol>
  );
}
