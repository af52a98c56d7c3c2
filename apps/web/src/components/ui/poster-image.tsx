import { useState } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './poster-image.module.css';

/**
 * A poster with the ratio 2:3, whose space is reserved before the image loads. `fallback` replaces an image
 * that cannot be loaded.
 */
export function PosterImage({
  src,
  fallback,
  alt = '',
  eager = false,
  className,
}: {
  src: string;
  /** The generated poster, usually `/images/posters/{id}.svg`. */
  fallback?: string;
  /** Empty when the title's name is beside the poster. */
  alt?: string;
  /** Loads the poster at once and with priority. Use it for the first posters on screen. */
  eager?: boolean;
  className?: string | undefined;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = failed === src && fallback ? fallback : src;
  return (
    <img
      className={cx(css.poster, className)}
      src={shown}
      alt={alt}
      width={400}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}
