import { beforeAll, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { editTogether } from '../../../test/list-editors.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});

it('after twenty users edit a list for thirty seconds, it matches the replies', async () => {
  const tally = await editTogether(app, 30);
  console.warn([...tally].map(([answer, times]) => `${answer}: ${times}`).join(', '));
  expect(tally.get('add 201')).toBeGreaterThan(200);
  expect(tally.get('reorder 200')).toBeGreaterThan(50);
});
