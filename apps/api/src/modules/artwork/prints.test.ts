import { expect, test } from 'vitest';
import { createPrints } from './prints.ts';

test('a drawing that fails because the server closes is reported as unavailable', async () => {
  const prints = createPrints();
  const drawn = prints.get('key', 'version', { kind: 'provider', art: { name: 'Netflix', slug: 'netflix' } });
  const [outcome] = await Promise.allSettled([drawn, prints.close()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});
