import { type Audit, type Device, openAuditor } from '../support/audit.ts';
import { expect, test } from '../support/test.ts';
import type { Member } from '../support/users.ts';

/** The largest cumulative layout shift, without a unit, that users do not notice. */
const SHIFT_MAX = 0.02;
/** Performance score to reach on each device, 0 to 100. */
const AIMS: Record<Device, number> = { desktop: 98, mobile: 95 };
/** Number of runs for a median, because single runs vary too much. */
const RUNS = 5;

/** Makes a list with titles. Returns the ids of the list and of its first title. */
async function fillList({ api }: Member): Promise<{ list: number; title: number }> {
  const { media } = await api('GET /api/v2/media', { query: { selection: 'recommended', per_page: 30 } });
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy Sundays' } });
  for (const { id } of media) {
    await api('POST /api/v1/user_lists/{id}/user_list_media', {
      params: { id: list.id },
      body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
    });
  }
  const title = media[0]?.id;
  if (title === undefined) throw new Error('nothing is recommended');
  return { list: list.id, title };
}

interface Page {
  name: string;
  /** Whether visitors can open the page. Such pages must also pass the SEO audit. */
  open: boolean;
  address: (made: { list: number; title: number }) => string;
}

const PAGES: Page[] = [
  { name: 'landing', open: true, address: () => '/' },
  { name: 'sign-in', open: true, address: () => '/login' },
  { name: 'Discover', open: false, address: () => '/discover' },
  { name: 'a title', open: false, address: ({ title }) => `/discover/media/${title}` },
  { name: 'a list', open: false, address: ({ list }) => `/my_lists/${list}` },
  { name: 'settings', open: false, address: () => '/settings' },
];

const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (const device of ['mobile', 'desktop'] as const) {
  for (const { name, open, address } of PAGES) {
    test(`Lighthouse finds no failed audit and no noticeable layout shift: ${name}, ${device}`, async ({
      origin,
      member,
      launchOptions,
    }) => {
      const path = address(open ? { list: 0, title: 0 } : await fillList(member));
      const auditor = await openAuditor(launchOptions, origin, open ? null : member.user.access_token);
      const audits: Audit[] = [];
      try {
        for (let run = 0; run < RUNS; run += 1) audits.push(await auditor.audit(origin + path, device));
      } finally {
        await auditor.close();
      }
      const performance = audits.map((audit) => audit.performance);
      const paint = middle(audits.map((audit) => audit.largestPaint)) / 1000;
      // Speed is printed and not asserted, because it depends on the machine and its load.
      process.stdout.write(
        `Lighthouse ${device} ${name}: performance ${middle(performance)} of ${AIMS[device]} wanted ` +
          `(${performance.join(', ')}), largest paint ${paint.toFixed(2)} s, ` +
          `layout shift ${Math.max(...audits.map((audit) => audit.layoutShift)).toFixed(3)}\n`,
      );
      for (const audit of audits) {
        const { accessibility, bestPractices, seo, complaints } = audit;
        expect.soft(complaints.accessibility).toEqual([]);
        expect.soft(accessibility, 'accessibility').toBe(100);
        expect.soft(complaints['best-practices']).toEqual([]);
        expect.soft(bestPractices, 'best practices').toBe(100);
        if (open) {
          expect.soft(complaints.seo).toEqual([]);
          expect.soft(seo, 'SEO').toBe(100);
        }
        expect.soft(audit.layoutShift, 'layout shift').toBeLessThanOrEqual(SHIFT_MAX);
      }
    });
  }
}
