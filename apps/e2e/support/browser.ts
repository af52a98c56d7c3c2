import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

const SYSTEM = '/usr/bin/chromium';

/**
 * Flags of the browser of journeys. Without a GPU, the processor draws. A process and several threads for drawing then only
 * add copying: up to a tenth of the journeys' processor time (2026-11-26, the package's Chromium on two cores).
 */
export const DRAWING = process.platform === 'linux' ? ['--in-process-gpu', '--num-raster-threads=1'] : [];

export interface Browser {
  executable: string;
  /** Additional environment variables that the browser process needs. */
  env: Record<string, string>;
}

/**
 * Finds the file that CHROMIUM_PATH names, the system's Chromium, or the Chromium of an npm package with its
 * libraries. The value `packaged` asks for the last one on a system that has its own.
 */
export async function findBrowser(): Promise<Browser> {
  const wanted = process.env.CHROMIUM_PATH || (existsSync(SYSTEM) ? SYSTEM : 'packaged');
  if (wanted !== 'packaged') return { executable: wanted, env: {} };
  const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  const executable = await chromium.executablePath();
  const libraries = await inflate(join(packed, 'al2023.tar.br'));
  // The package's font configuration reads /tmp only, and this Chromium crashes without fonts.
  const home = dirname(executable);
  const fonts = join(home, 'marquee-fonts.conf');
  const folders = [join(home, 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`);
  await writeFile(
    fonts,
    `<fontconfig>${folders.join('')}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  const env = { LD_LIBRARY_PATH: join(libraries, 'lib'), FONTCONFIG_FILE: fonts };
  return { executable, env };
}
