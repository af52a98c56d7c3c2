import { COLUMNS, ROWS, SUCCESSORS } from '../world-cells.ts';
import css from './world-map.module.css';

/** Returns for each country its cells as a path of points, which round line ends draw as dots. */
function drawCountries(): Map<string, string> {
  const paths = new Map<string, string>();
  ROWS.forEach((row, y) => {
    let x = 0;
    for (const part of row.split(' ')) {
      const [, code = '', count = '1'] = /^([A-Z]*)(\d*)$/.exec(part) ?? [];
      const cells = Number(count || 1);
      if (code !== '')
        for (let cell = 0; cell < cells; cell++)
          paths.set(code, `${paths.get(code) ?? ''}M${x + cell + 0.5} ${y + 0.5}h0`);
      x += cells;
    }
  });
  return paths;
}

/** The world as printed dots, with those of the countries lit. The words beside it say the same. */
export function WorldMap({ codes }: { codes: readonly string[] }) {
  const paths = drawCountries();
  const lit = new Set(codes.flatMap((code) => SUCCESSORS[code] ?? code));
  const join = (isLit: boolean): string =>
    Array.from(paths, ([code, path]) => (lit.has(code) === isLit ? path : '')).join('');
  return (
    <svg className={css.map} viewBox={`0 0 ${COLUMNS} ${ROWS.length}`} aria-hidden="true">
      <path className={css.land} d={join(false)} />
      <path className={css.lit} d={join(true)} />
    </svg>
  );
}
