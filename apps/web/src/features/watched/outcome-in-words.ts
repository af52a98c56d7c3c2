import type { WatchReport } from '@marquee/contracts';
import { inWords } from '#src/features/titles/facts.ts';

/** Returns what became of a report as a sentence. */
export function outcomeInWords(
  { outcome, account_name, title }: Pick<WatchReport, 'outcome' | 'account_name' | 'title'>,
  accountNames: readonly string[],
): string {
  const named = title === null ? 'The title' : `“${title}”`;
  switch (outcome) {
    case 'marked':
      return 'Marked as seen.';
    case 'seen_already':
      return 'Nothing changed: you had seen or rated it, or had taken this view back.';
    case 'unmarked':
      return 'No longer marked as seen.';
    case 'rated':
      return 'Rated.';
    case 'other_account': {
      const said = account_name ? `says “${account_name}”` : 'names none';
      return `Another account: the report ${said}; you chose ${inWords.format(accountNames.map((name) => `“${name}”`))}.`;
    }
    case 'unknown_title':
      return `${named} is not a title that we know for certain.`;
    case 'not_finished':
      return 'Nothing to note: no view was finished, and nothing of yours was taken back.';
    case 'unread':
      return 'We could not read this report.';
  }
}
