import { findPorts, launch, makeDataDir, removeDataDir } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test('the start fails with one clear line when a port is taken or a variable is invalid', async ({
  origin,
}) => {
  const { port } = new URL(origin);
  const dataDir = await makeDataDir();
  try {
    const cases: [Record<string, string>, string][] = [
      [{ PORT: port }, `PORT: port ${port} is used by another program; set PORT to a free port\n`],
      [{ BOT_CHECK: 'maybe' }, 'BOT_CHECK: Bot check must be one of altcha, recaptcha, off\n'],
    ];
    await Promise.all(
      cases.map(async ([env, line]) => {
        const { printed, ended } = launch({ ...(await findPorts()), DATA_DIR: dataDir, ...env });
        expect(await ended, line).toBe(1);
        expect(printed.output).toBe(line);
        expect(printed.errors).toBe(line);
      }),
    );
  } finally {
    await removeDataDir(dataDir);
  }
});
