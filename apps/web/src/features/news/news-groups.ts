import type { NewsItem, NewsKind } from '@marquee/contracts';

const HEADINGS: Record<NewsKind, string> = {
  saved_leaving: 'In your lists, and leaving soon',
  saved_arrived: 'In your lists, and on your services now',
  new_for_you: 'New, and probably for you',
  new_season: 'New seasons of series that you like',
  imported_arrived: 'From your imports, and on Marquee now',
  wish_arrived: 'You asked for it, and Marquee has it now',
};

export interface NewsGroup {
  key: string;
  heading: string;
  items: NewsItem[];
  /** The import that brought all titles of the group, or null. */
  importId: number | null;
}

/** Groups news by kind in their order. Each import is a group of its own, because each has its own undo. */
export function groupNews(news: readonly NewsItem[]): NewsGroup[] {
  const groups = new Map<string, NewsGroup>();
  for (const item of news) {
    const importId = item.kind === 'imported_arrived' ? item.import_id : null;
    const key = importId === null ? item.kind : `${item.kind}-${importId}`;
    const group = groups.get(key) ?? { key, heading: HEADINGS[item.kind], items: [], importId };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns the heading once all titles of the group are loaded: an import says how many titles arrived. */
export const completeHeading = ({ heading, items, importId }: NewsGroup): string =>
  importId === null ? heading : `${items.length.toLocaleString('en')} more of your titles arrived`;

const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Says what happened, where and when: "Leaves Netflix on November 30". */
export function eventInWords({ kind, provider_medium: offer, date }: NewsItem): string {
  const on = day.format(new Date(date));
  const provider = offer?.medium_provider.name;
  switch (kind) {
    case 'saved_leaving':
      return provider ? `Leaves ${provider} on ${on}` : `Leaves on ${on}`;
    case 'saved_arrived':
      return provider ? `On ${provider} since ${on}` : `Here since ${on}`;
    case 'new_for_you':
      return provider ? `On ${provider} since ${on}` : `New since ${on}`;
    case 'new_season':
      return `New season since ${on}`;
    default:
      return `On Marquee since ${on}`;
  }
}
