import { copyDataDir, findPorts, removeDataDir, type Stack, startStack } from './stack.ts';
import { test as base, required } from './test.ts';

/**
 * Runs journeys on a separate stack with these environment variables. The journeys of one worker share the
 * stack.
 */
export const testWith = (env: Record<string, string>) =>
  base.extend<object, { stack: Stack }>({
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
      async ({}, use) => {
        const dataDir = await copyDataDir(required('E2E_LOADED_DIR'));
        const stack = await startStack(dataDir, await findPorts(), env);
        await use(stack);
        await stack.stop();
        await removeDataDir(dataDir);
      },
      { scope: 'worker' },
    ],
    origin: async ({ stack }, use) => use(stack.origin),
    baseURL: async ({ stack }, use) => use(stack.origin),
    inbox: async ({ stack }, use) => use(stack.inbox),
  });
