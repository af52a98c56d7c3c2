import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig } from 'playwright/test';
import { findBrowser } from './support/browser.ts';
import { findPorts, makeDataDir, removeDataDir, startStack } from './support/stack.ts';

/**
 * Starts the stack that all journeys share. The returned function stops the stack, and fails when the stack's
 * log has errors.
 */
export default async function setUp(config: FullConfig): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir();
  // Unpacking the browser takes as long as starting the stack.
  const [started, found] = await Promise.allSettled([startStack(dataDir, await findPorts()), findBrowser()]);
  if (started.status === 'rejected') {
    await removeDataDir(dataDir);
    throw started.reason;
  }
  const stack = started.value;
  if (found.status === 'rejected') {
    await stack.stop();
    await removeDataDir(dataDir);
    throw found.reason;
  }
  const browser = found.value;
  process.env.E2E_ORIGIN = stack.origin;
  process.env.E2E_INBOX = stack.inbox;
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_BROWSER = browser.executable;
  process.env.E2E_BROWSER_ENV = JSON.stringify(browser.env);

  return async () => {
    await stack.stop();
    await removeDataDir(dataDir);
    const log = join(config.projects[0]?.outputDir ?? '.', 'stack.log');
    await writeFile(log, stack.output());
    const errors = stack.output().match(/^.*\b(ERROR|FATAL)\b.*$/gm);
    if (errors) throw new Error(`The stack reported errors (see ${log}):\n${errors.join('\n')}`);
  };
}
