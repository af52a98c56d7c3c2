// A child of `runWorker` whose work throws an error.
import { answerRequest } from '#src/core/in-worker.ts';

await answerRequest(() => Promise.reject(new TypeError('value.slice is not a function')));
