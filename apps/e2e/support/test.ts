import { test as base, expect } from 'playwright/test';
import { Problems } from './problems.ts';
import { createMember, type Member } from './users.ts';

interface Fixtures {
  /** Origin of the shared stack. */
  origin: string;
  /** Origin of the mail inbox of the shared stack. */
  inbox: string;
  /** Fails the journey when the browser reports problems that the journey did not allow. */
  problems: Problems;
  /** A new user with Netflix and Prime Video, after the wizard and without a browser session. */
  member: Member;
  /** Signs the browser in as `member`, before any page is open. */
  signedIn: Member;
}

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by the global setup`);
  return value;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  origin: async ({}, use) => use(required('E2E_ORIGIN')),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  inbox: async ({}, use) => use(required('E2E_INBOX')),
  problems: [
    async ({ context, origin }, use) => {
      const problems = new Problems(origin);
      problems.watch(context);
      await use(problems);
      expect(problems.unexplained(), 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
  member: async ({ origin }, use) => use(await createMember(origin)),
  signedIn: async ({ context, origin, member }, use) => {
    await context.setStorageState({
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'access_token', value: member.user.access_token }] }],
    });
    await use(member);
  },
});

export { expect };
