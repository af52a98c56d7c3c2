import type { Medium } from '@marquee/contracts';
import { storyLine } from '@marquee/contracts/story-line';
import { joinFacts } from '../facts.ts';
import { themeWords } from '../story.ts';
import css from './story.module.css';

/** What people choose by: what happens, and a few words for what it is about. Nothing where neither is known. */
export function Story({ medium }: { medium: Pick<Medium, 'overview' | 'themes'> }) {
  const words = themeWords(medium);
  return (
    <>
      {medium.overview && <p className={css.line}>{storyLine(medium.overview)}</p>}
      {words.length > 0 && <p className="quiet">{joinFacts(words)}</p>}
    </>
  );
}
