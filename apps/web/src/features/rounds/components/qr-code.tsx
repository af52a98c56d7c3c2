import { useQuery } from '@tanstack/react-query';
import css from './round.module.css';

/** The empty margin around the code, in modules, without which cameras do not find it. */
const MARGIN = 4;

/** Draws the modules of a QR code as one path. */
async function draw(text: string): Promise<{ size: number; path: string }> {
  // Only a host in a lobby needs the library.
  const { default: encode } = await import('qr');
  const rows = encode(text, 'raw', { border: MARGIN });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return { size: rows.length, path };
}

/** A link as a QR code, dark on light in both themes, because many cameras read no other. */
export function QrCode({ text }: { text: string }) {
  const code = useQuery({
    queryKey: ['qr', text],
    queryFn: () => draw(text),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  return (
    <div className={css.qr}>
      {code && (
        <svg
          role="img"
          aria-label="QR code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
        >
          <path d={code.path} />
        </svg>
      )}
    </div>
  );
}
