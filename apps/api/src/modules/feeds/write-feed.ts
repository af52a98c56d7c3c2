import { html } from '#src/core/html.ts';

/** A title in a feed. */
export interface FeedItem {
  /** Stable, so that a reader knows the item again. */
  id: string;
  url: string;
  title: string;
  text: string;
  image: string;
  /** When it came into the list, or was seen. Null where there is no such time. */
  at: Date | null;
}

export interface Feed {
  title: string;
  /** The page of the web app that shows the same. */
  url: string;
  items: readonly FeedItem[];
}

/** XML 1.0 has no way to write these characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const writeJsonFeed = ({ title, url, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    items: items.map(({ id, url: address, title: name, text, image, at }) => ({
      id,
      url: address,
      title: name,
      content_text: text,
      image,
      ...(at && { date_published: at.toISOString() }),
    })),
  });

/** Writes RSS 2.0 (https://www.rssboard.org/rss-specification). */
export const writeRss = ({ title, url, items }: Feed): string =>
  String(
    html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${title}</title><link>${url}</link><description>${title}</description>${items.map(
      (item) =>
        html`
<item><guid isPermaLink="false">${item.id}</guid><link>${item.url}</link><title>${item.title}</title><description>${item.text}</description>${item.at && html`<pubDate>${item.at.toUTCString()}</pubDate>`}</item>`,
    )}
</channel></rss>
`,
  ).replace(NO_XML, '');
