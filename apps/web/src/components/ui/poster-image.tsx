import { useState } from 'react';
import { cx } from '#src/lib/class-names.ts';
import css from './poster-image.module.css';

/**
 * A title's poster at 2:3; its room is kept before it arrives. `alt` is empty where the title stands beside it.
 * When the address fails, the generated print of the same title takes its place.
 */
export function PosterImage({
  src,
  fallback,
  alt = '',
  eager = false,
  className,
}: {
  src: string;
  /** Usually `/images/posters/{id}.svg`. */
  fallback?: string;
  alt?: string;
  /** For the first posters on screen: loaded at once, with priority. */
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
