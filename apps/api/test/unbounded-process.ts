// A child of `runWorker` that ends only when a limit ends it.
import { answerRequest } from '#src/core/in-worker.ts';

const PIECE = 2 ** 20;

await answerRequest<{ use: 'heap' | 'buffers' | 'time' | 'output' }, string>(async ({ use }, post) => {
  const kept: unknown[] = [];
  for (;;) {
    if (use === 'heap') kept.push(Array.from({ length: PIECE / 16 }, (_, at) => ({ at })));
    if (use === 'buffers') kept.push(Buffer.alloc(PIECE, 1));
    if (use === 'output') await post('a'.repeat(PIECE));
  }
});
