import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FullConfig } from 'playwright/test';
import { findBrowser } from './support/browser.ts';
import {
  copyDataDir,
  findPorts,
  loadCatalogue,
  makeDataDir,
  removeDataDir,
  startStack,
} from './support/stack.ts';

/**
 * Starts the stack that all journeys share. The returned function stops the stack, and fails when the stack's
 * log has errors.
 */
export default async function setUp(config: FullConfig): Promise<() => Promise<void>> {
  const cleanUp = new AsyncDisposableStack();
  try {
    const loadedDir = cleanUp.adopt(await makeDataDir(), removeDataDir);
    // Unpacking the browser takes as long as loading the catalogue.
    const [found, loading] = await Promise.allSettled([findBrowser(), loadCatalogue(loadedDir)]);
    if (found.status === 'rejected') throw found.reason;
    if (loading.status === 'rejected') throw loading.reason;
    const browser = found.value;
    const dataDir = cleanUp.adopt(await copyDataDir(loadedDir), removeDataDir);
    const stack = cleanUp.adopt(await startStack(dataDir, await findPorts()), ({ stop }) => stop());
    process.env.E2E_ORIGIN = stack.origin;
    process.env.E2E_INBOX = stack.inbox;
    process.env.E2E_LOADED_DIR = loadedDir;
    process.env.E2E_DATA_DIR = dataDir;
    process.env.E2E_BROWSER = browser.executable;
    process.env.E2E_BROWSER_ENV = JSON.stringify(browser.env);

    return async () => {
      await cleanUp.disposeAsync();
      const log = join(config.projects[0]?.outputDir ?? '.', 'stack.log');
      const output = `${loading.value}${stack.output()}`;
      await writeFile(log, output);
      const errors = output.match(/^.*\b(ERROR|FATAL)\b.*$/gm);
      if (errors) throw new Error(`The stack reported errors (see ${log}):\n${errors.join('\n')}`);
    };
  } catch (error) {
    await cleanUp.disposeAsync();
    throw error;
  }
}
