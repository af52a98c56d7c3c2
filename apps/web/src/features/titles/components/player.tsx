import type { Medium } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { embedOf } from '../embed.ts';
import css from './preview.module.css';

/** The trailer of a title, which starts at once. */
export function Player({ medium: { title }, url }: { medium: Medium; url: string }) {
  const embed = embedOf(url);
  if (!embed) return <p className={css.note}>{texts.noPreview}</p>;
  return (
    <div className={css.player}>
      <p className={css.note}>{texts.loadingPreview}</p>
      {embed.kind === 'file' ? (
        // biome-ignore lint/a11y/useMediaCaption: the sources have no captions
        <video src={embed.src} controls autoPlay playsInline />
      ) : (
        <iframe
          src={embed.src}
          title={`Trailer of ${title}`}
          allow="autoplay; encrypted-media; fullscreen"
          allowFullScreen
        />
      )}
    </div>
  );
}
