import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { Env } from '#src/env.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** Search engines read no more addresses from one file. */
const SITEMAP_MAX = 50_000;
const DAY_MS = 86_400_000;
/** RFC 9116 wants the file to be younger than a year. */
const SECURITY_DAYS = 180;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const compress = promisify(gzip);

/** What robots may read. The first rule that fits counts for some of them, and the longest one for others. */
export const robotsText = ({ WEB_ORIGIN }: Pick<Env, 'WEB_ORIGIN'>): string => `User-agent: *
Allow: ${screenAddress(paths.sharedList, { code: '' })}
Disallow: /api/
Disallow: ${paths.settings}
Disallow: ${paths.myLists}
Disallow: ${paths.confirmDeleteAccount}
Disallow: ${paths.resetPassword}
Allow: /

Sitemap: ${WEB_ORIGIN}/sitemap.xml
`;

/** Where to report a vulnerability (RFC 9116). */
export const securityText = (
  { WEB_ORIGIN, SUPPORT_EMAIL }: Pick<Env, 'WEB_ORIGIN' | 'SUPPORT_EMAIL'>,
  now: number,
): string => `Contact: mailto:${SUPPORT_EMAIL}
Expires: ${new Date((Math.floor(now / DAY_MS) + SECURITY_DAYS) * DAY_MS).toISOString()}
Preferred-Languages: en
Canonical: ${WEB_ORIGIN}/.well-known/security.txt
`;

/** Tells iPhones that links open in this app, and that it may fill in the passwords of this site. */
export const appleAssociation = (appId: string) => ({
  applinks: {
    details: [
      {
        appIDs: [appId],
        components: [
          ...['/api/*', '/docs/*', '/images/*', '/webhooks/*'].map((path) => ({ '/': path, exclude: true })),
          { '/': '/*' },
        ],
      },
    ],
  },
  webcredentials: { apps: [appId] },
});

/** Tells Android the same. */
export const androidAssociation = ({ packageName, fingerprints }: NonNullable<Env['ANDROID_LINKS']>) => [
  {
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
  },
];

/** Returns the ids of the listed titles, the best known first. */
const listedIds = ({ data }: Snapshot): number[] =>
  Array.from(data.ids).filter((_id, item) => hasBit(data.listed, item));

/** A file as it is sent, plain and compressed with gzip. Both are kept, because packing and unpacking take milliseconds. */
interface SiteFile {
  plain: Buffer;
  packed: Buffer;
}

/** Writes the list of public pages and titles for search engines, once for each snapshot, because it has megabytes. */
export function createSitemaps({ WEB_ORIGIN }: Pick<Env, 'WEB_ORIGIN'>, max = SITEMAP_MAX) {
  const written = new WeakMap<Snapshot, Map<number, Promise<SiteFile>>>();

  function write(snapshot: Snapshot, part: number): string | null {
    const locations = [
      ...Array.from(PUBLIC_PAGES.values(), ({ path }) => path),
      ...listedIds(snapshot).map((mediaId) => screenAddress(paths.discoverTitle, { mediaId })),
    ];
    const parts = Math.ceil(locations.length / max);
    if (part > parts) return null;
    if (part === 0 && parts > 1) {
      const maps = Array.from({ length: parts }, (_, at) => `/sitemap.xml?part=${at + 1}`);
      return `${HEAD}<sitemapindex ${SCHEMA}>${maps.map((map) => `<sitemap><loc>${WEB_ORIGIN}${map}</loc></sitemap>`).join('')}</sitemapindex>`;
    }
    const start = Math.max(0, part - 1) * max;
    const urls = locations
      .slice(start, start + max)
      .map((location) => `<url><loc>${WEB_ORIGIN}${location}</loc></url>`);
    return `${HEAD}<urlset ${SCHEMA}>${urls.join('')}</urlset>`;
  }

  return {
    /**
     * Returns a file, or null when there is no such part. Part 0 is everything, or the list of the
     * parts when one file cannot hold it.
     */
    find(snapshot: Snapshot, part: number): Promise<SiteFile> | null {
      const known = written.get(snapshot) ?? new Map<number, Promise<SiteFile>>();
      written.set(snapshot, known);
      const kept = known.get(part);
      if (kept) return kept;
      const xml = write(snapshot, part);
      if (xml === null) return null;
      const plain = Buffer.from(xml);
      const file = compress(plain).then((packed) => ({ plain, packed }));
      known.set(part, file);
      return file;
    },
  };
}
