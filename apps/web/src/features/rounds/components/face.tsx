import { Icon } from '#src/components/ui/icon.tsx';
import css from './face.module.css';

/** Flat papers of the posters' palette, each with ink that can be read on it. */
const PAPERS = [
  ['#c8442f', '#fff4e3'],
  ['#2d5b70', '#fff4e3'],
  ['#efdfb8', '#1d1812'],
  ['#54663a', '#fff4e3'],
  ['#5b3d83', '#fff4e3'],
  ['#e79a2f', '#1b1206'],
] as const;

/** A person of a round, drawn by place and name. A mark says that the person has answered, and not how. */
export function Face({ name, at, hasAnswered = false }: { name: string; at: number; hasAnswered?: boolean }) {
  const [paper, ink] = PAPERS[at % PAPERS.length] ?? PAPERS[0];
  return (
    <span className={css.face} data-answered={hasAnswered || undefined}>
      <svg viewBox="0 0 40 40" width={40} height={40} aria-hidden="true">
        <circle cx="20" cy="20" r="20" fill={paper} />
        <text x="20" y="27" textAnchor="middle" fill={ink}>
          {[...name][0]?.toLocaleUpperCase()}
        </text>
      </svg>
      {hasAnswered && (
        <span className={css.mark}>
          <Icon name="check" size={14} />
        </span>
      )}
    </span>
  );
}
