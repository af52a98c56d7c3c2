import { useInfiniteQuery } from '@tanstack/react-query';
import { PageEnd } from '#src/components/ui/page-end.tsx';
import { ago } from '#src/lib/screen/ago.ts';
import { watchReportsQuery } from '../api.ts';
import { outcomeInWords } from '../outcome-in-words.ts';
import css from './watched.module.css';

/** The last reports with what became of each, so that a member finds out why a view is missing. */
export function WatchReports({ accountNames }: { accountNames: readonly string[] }) {
  const query = useInfiniteQuery(watchReportsQuery);
  const reports = query.data?.pages.flatMap((page) => page.reports) ?? [];
  if (reports.length === 0) return null;
  return (
    <details className={css.reports}>
      <summary>What became of the last reports</summary>
      <ul className="stack">
        {reports.map((report, at) => (
          // Reports have no id on the wire, and several may come at the same time.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={at} className={css.row}>
            <span>
              <span>{report.medium?.title ?? report.title ?? report.server ?? 'A report'}</span>
              <span>{outcomeInWords(report, accountNames)}</span>
              <span className="soft">
                {[report.server, ago(report.received_at)].filter(Boolean).join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <PageEnd pages={query} loadingText="Loading more reports." endText={null} />
    </details>
  );
}
