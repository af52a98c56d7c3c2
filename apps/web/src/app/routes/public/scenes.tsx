import { useEffect, useRef } from 'react';
import { Row } from '#src/components/ui/row.tsx';
import css from './scenes.module.css';

/** The pictures, made by `apps/e2e/pictures/landing.spec.ts`, which has their size too. */
const files = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const SIZE = { width: 390, height: 800 };

const scenes = [
  {
    name: 'tonight',
    heading: 'Tonight',
    text: 'Three titles for the time you have: why you may like each, where it plays and when it ends.',
    alt: 'Tonight on a phone: three titles with poster, match, story, reason and streaming service.',
  },
  {
    name: 'together',
    heading: 'Together',
    text: 'Everybody votes on their own phone, and the evening has a winner.',
    alt: 'Together on a phone: the poster of the winner, its story, and what it has for each of two people.',
  },
  {
    name: 'worth',
    heading: 'Worth it',
    text: 'What you would watch on each service, and which one you could pause next month.',
    alt: 'Worth it on a phone: a bar for each streaming service with the titles that Ada would like there.',
  },
  {
    name: 'import',
    heading: 'Bring what you rated elsewhere',
    text: 'A file from Letterboxd, IMDb, Trakt or Netflix, and your first evening knows your taste.',
    alt: 'An import on a phone: nine ratings and two list entries of a file from Letterboxd, before they are confirmed.',
  },
];

/** Screens of the product. Each moves up to its beginning once, when it comes into view. */
export function Scenes() {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) target.classList.add(css.seen ?? '');
      },
      { threshold: 0.6 },
    );
    for (const frame of row.current?.getElementsByClassName(css.frame ?? '') ?? []) observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={row} className={css.scenes}>
      <Row title="An evening with Marquee" tabStop>
        {scenes.map(({ name, heading, text, alt }) => (
          <li key={name} className={`stack gap-3 ${css.scene}`}>
            <div className={css.frame}>
              {(['dark', 'light'] as const).map((theme) => (
                <img
                  key={theme}
                  className={css[theme]}
                  src={files[`./pictures/${name}-${theme}.webp`]}
                  alt={alt}
                  loading="lazy"
                  decoding="async"
                  {...SIZE}
                />
              ))}
            </div>
            <h3>{heading}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </Row>
    </div>
  );
}
