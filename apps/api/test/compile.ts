import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const run = promisify(execFile);

/** Type-checks one file with TypeScript 5, which companions use. Fails with the compiler's output. */
export async function compile(file: string): Promise<void> {
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript-5/package.json')),
    'bin',
    'tsc',
  );
  const options = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const platform = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2024,dom'];
  const child = run(process.execPath, [tsc, ...options, ...platform, file], { cwd: import.meta.dirname });
  const output = await child.then(
    () => '',
    (error: { message: string; stdout: string }) => `${error.message}\n${error.stdout}`,
  );
  expect(output).toBe('');
}
