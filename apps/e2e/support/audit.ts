import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { LaunchOptions } from 'playwright/test';
import { chromium } from 'playwright/test';
import { DRAWING } from './browser.ts';
import { findFree } from './stack.ts';

export type Device = 'mobile' | 'desktop';

export interface Audit {
  /** Scores from 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Cumulative layout shift, without a unit. */
  layoutShift: number;
  /** Milliseconds, simulated for the device. */
  largestPaint: number;
  /** Failed audits by category, except performance. */
  complaints: Record<'accessibility' | 'best-practices' | 'seo', string[]>;
}

/** A browser that is signed in with the token and ready for Lighthouse. */
export interface Auditor {
  audit: (address: string, device: Device) => Promise<Audit>;
  close: () => Promise<void>;
}

/**
 * Starts a separate browser, because Lighthouse uses the default profile through a port. The token stays in local
 * storage, which Lighthouse does not clear between pages.
 */
export async function openAuditor(
  options: LaunchOptions,
  origin: string,
  token: string | null,
): Promise<Auditor> {
  const profile = await mkdtemp(join(tmpdir(), 'marquee-lighthouse-'));
  const [port = ''] = await findFree(1);
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    // Lighthouse measures a browser that draws as usual.
    args: [
      ...(options.args ?? []).filter((arg) => !DRAWING.includes(arg)),
      `--remote-debugging-port=${port}`,
    ],
  });
  if (token !== null) {
    const page = await context.newPage();
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((value) => localStorage.setItem('access_token', value), token);
    await page.close();
  }
  return {
    audit: (address, device) => audit(Number(port), address, device),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function audit(port: number, address: string, device: Device): Promise<Audit> {
  const flags = { port, logLevel: 'error', output: 'json' } as const;
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse returned no result for ${address}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const complaints = (category: string): string[] =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const found = lhr.audits[id];
      if (!found || weight === 0 || found.score === null || found.score === 1) return [];
      return `${found.title} ${JSON.stringify(found.details?.type === 'table' ? found.details.items : '')}`;
    });
  const figure = (id: string): number => lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    layoutShift: figure('cumulative-layout-shift'),
    largestPaint: figure('largest-contentful-paint'),
    complaints: {
      accessibility: complaints('accessibility'),
      'best-practices': complaints('best-practices'),
      seo: complaints('seo'),
    },
  };
}
