import { beforeAll, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { editTogether } from '../../../test/list-editors.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});

it('a list that 20 users edit for 30 seconds contains the titles that the replies confirmed', async () => {
  const tally = await editTogether(app, 30);
  console.warn([...tally].map(([answer, times]) => `${answer}: ${times}`).join(', '));
  expect(tally.get('add 201')).toBeGreaterThan(200);
  expect(tally.get('reorder 200')).toBeGreaterThan(50);
});
