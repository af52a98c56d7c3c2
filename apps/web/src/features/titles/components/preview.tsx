import type { Medium } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useState } from 'react';
import { Icon } from '#src/components/ui/icon.tsx';
import { backdropOf } from '../art.ts';
import { embedOf } from '../embed.ts';
import css from './preview.module.css';

/** The trailer, started by click, else the backdrop. `medium` is undefined while the title loads. */
export function Preview({ medium, poster }: { medium: Medium | undefined; poster: string | undefined }) {
  const backdrop = poster === undefined ? null : backdropOf(poster, medium?.backdrop_url);
  const [playing, setPlaying] = useState(false);
  const embed = medium?.video_url ? embedOf(medium.video_url) : null;
  if (playing && embed && medium) {
    return (
      <div className={css.player}>
        <p className={css.note}>{texts.loadingPreview}</p>
        {embed.kind === 'file' ? (
          // biome-ignore lint/a11y/useMediaCaption: the sources have no captions
          <video src={embed.src} controls autoPlay playsInline />
        ) : (
          <iframe
            src={embed.src}
            title={`Trailer of ${medium.title}`}
            allow="autoplay; encrypted-media; fullscreen"
            allowFullScreen
          />
        )}
      </div>
    );
  }
  return (
    <div className={css.preview}>
      {backdrop && <img src={backdrop} alt="" width={1680} height={560} fetchPriority="high" />}
      {embed ? (
        <button type="button" className={css.play} onClick={() => setPlaying(true)}>
          <Icon name="play" size={28} filled />
          Play trailer
        </button>
      ) : (
        <p className={css.note} role="status">
          {medium ? texts.noPreview : texts.loadingPreview}
        </p>
      )}
    </div>
  );
}
