import { longRun } from './long-run.ts';
import { test } from './test.ts';

/** A small phone, and in the long tests a usual one too, in CSS pixels. */
const PHONES = [{ width: 320, height: 640 }, ...(longRun ? [{ width: 390, height: 844 }] : [])];

/** Declares the tests for each of the phones, with touch. */
export function onPhones(declare: (viewport: { width: number; height: number }) => void): void {
  for (const viewport of PHONES) {
    test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
      test.use({ viewport, hasTouch: true, isMobile: true });
      declare(viewport);
    });
  }
}
