import { test as base, expect } from '@playwright/test';
import { createMember, type Member } from './people.ts';
import { Problems } from './problems.ts';

interface Fixtures {
  /** Where the shared stack is. */
  origin: string;
  /** Its mail inbox. */
  inbox: string;
  /** Fails the journey on any complaint of the browser that it did not announce. */
  problems: Problems;
  /** Somebody new with Netflix and Prime Video, past the wizard, not signed in anywhere. */
  member: Member;
  /** The browser signed in as `member`, on no page yet. */
  signedIn: Member;
}

function required(name: string): string {
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
