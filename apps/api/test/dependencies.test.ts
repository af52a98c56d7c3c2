import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'marquee-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the check with a pnpm that lists no licenses and answers `pnpm audit` with this text. */
function check(audit: string, ...args: string[]) {
  const pnpm = join(folder, 'pnpm');
  writeFileSync(pnpm, `#!/bin/sh\n[ "$1" = audit ] && echo '${audit}' || echo '{}'\n`);
  chmodSync(pnpm, 0o755);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../.config/dependencies.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { PATH: [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) },
    },
  );
  return { status, stderr };
}

describe('the check of dependencies', () => {
  it.each(['', '{"error":{"code":"ERR_PNPM_AUDIT_ENDPOINT_NOT_EXISTS"}}'])(
    'says "not audited" when the registry gives no list of vulnerabilities, and fails with --strict: %s',
    (audit) => {
      expect(check(audit)).toEqual({ status: 0, stderr: expect.stringContaining('not audited') });
      expect(check(audit, '--strict')).toEqual({ status: 1, stderr: expect.stringContaining('not audited') });
    },
  );

  it('passes with --strict when the list is empty, and fails without it when the list names a package', () => {
    expect(check('{"advisories":{}}', '--strict')).toEqual({ status: 0, stderr: '' });
    const advisory = { module_name: 'left-pad', severity: 'high', title: 'Wide', url: 'https://a.example/1' };
    expect(check(JSON.stringify({ advisories: { 1: advisory } }))).toEqual({
      status: 1,
      stderr: 'left-pad: high: Wide (https://a.example/1)\n',
    });
  });
});
