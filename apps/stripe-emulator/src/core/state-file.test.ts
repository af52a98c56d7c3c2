import { appendFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  customerWithCard,
  DAY,
  receiveWebhooks,
  sellPlans,
  startBench,
  temporaryFolder,
  until,
} from '../../test/support.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

it('the state file restores objects, clock and idempotency keys after a restart', async () => {
  const stateFile = join(folder, 'deep', 'stripe.json');
  const first = await startBench({ stateFile });
  const { monthly } = await sellPlans(first);
  const customer = await customerWithCard(first);
  const { id } = await first.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
  });
  await first.stripe.products.create({ name: 'Once' }, { idempotencyKey: 'key' });
  await first.control('advance', { seconds: 10 * DAY });
  const before = await first.state();
  await first.emulator.close();

  const second = await startBench({ stateFile });
  const after = await second.state();
  expect(after.now).toBeGreaterThanOrEqual(before.now);
  expect(after.events).toEqual(before.events);
  const repeated = await second.stripe.products.create({ name: 'Once' }, { idempotencyKey: 'key' });
  expect(repeated.lastResponse.headers['idempotent-replayed']).toBe('true');
  await second.control('advance', { seconds: 22 * DAY });
  expect((await second.stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
});

it('the state file contains every answered write while the emulator still runs', async () => {
  const stateFile = join(folder, 'stripe.json');
  const first = await startBench({ stateFile });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => first.stripe.customers.create({ name: `${index}` })),
  );
  // The first emulator is not closed. The second emulator therefore reads the file in the state that a killed
  // process leaves.
  const second = await startBench({ stateFile });
  expect((await second.stripe.customers.list({ limit: 100 })).data).toHaveLength(20);
  expect(await readdir(folder)).toEqual(['stripe.json']);
});

it('held events are delivered when they are released after a restart', async () => {
  const stateFile = join(folder, 'stripe.json');
  const hook = await receiveWebhooks();
  const first = await startBench({ stateFile, webhooks: [hook.endpoint] });
  await first.control('webhooks', { mode: 'hold' });
  await first.stripe.customers.create({});
  await first.emulator.close();
  const second = await startBench({ stateFile, webhooks: [hook.endpoint] });
  await second.control('webhooks/release', {});
  await until(() => expect(hook.types()).toEqual(['customer.created']));
});

it.skipIf(process.platform === 'win32')(
  'the state file is readable and writable for its owner only',
  async () => {
    const stateFile = join(folder, 'stripe.json');
    const bench = await startBench({ stateFile });
    await sellPlans(bench);
    await bench.emulator.close();
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  },
);

it('the state file is read without its last line when a kill during a write left the line incomplete', async () => {
  const stateFile = join(folder, 'stripe.json');
  const first = await startBench({ stateFile });
  const { id } = await first.stripe.customers.create({ name: 'Ada' });
  await first.stripe.customers.update(id, { name: 'Eve' });
  await first.emulator.close();
  await appendFile(stateFile, '["customers",{"id":"cus_half","na');
  const second = await startBench({ stateFile });
  expect((await second.stripe.customers.list()).data).toMatchObject([{ id, name: 'Eve' }]);
});

it('the emulator refuses a state file when the file has another version', async () => {
  const stateFile = join(folder, 'stripe.json');
  await writeFile(stateFile, '{"version":2}');
  await expect(startBench({ stateFile })).rejects.toThrow('not a state file of this version');
});
