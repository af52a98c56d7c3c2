import type { Medium } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '#src/components/ui/icon.tsx';
import { backdropOf } from '../art.ts';
import css from './preview.module.css';

const Player = lazy(async () => ({ default: (await import('./player.tsx')).Player }));

/** The trailer, started by click, else the backdrop. `medium` is undefined while the title loads. */
export function Preview({ medium, poster }: { medium: Medium | undefined; poster: string | undefined }) {
  const backdrop = poster === undefined ? null : backdropOf(poster, medium?.backdrop_url);
  const [playing, setPlaying] = useState(false);
  const video = medium?.video_url;
  const still = (
    <div className={css.preview}>
      {backdrop && <img src={backdrop} alt="" width={1680} height={560} fetchPriority="high" />}
      {video && !playing ? (
        <button type="button" className={css.play} onClick={() => setPlaying(true)}>
          <Icon name="play" size={28} filled />
          Play trailer
        </button>
      ) : (
        <p className={css.note} role="status">
          {medium && !playing ? texts.noPreview : texts.loadingPreview}
        </p>
      )}
    </div>
  );
  if (!video || !playing) return still;
  return (
    <Suspense fallback={still}>
      <Player medium={medium} url={video} />
    </Suspense>
  );
}
