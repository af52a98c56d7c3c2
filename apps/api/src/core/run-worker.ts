// Runs work in a child process: work that needs much memory, which returns to the system when the process
// ends, and work on files from outside, which may exhaust memory or time. This process only loses the child.
import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { patiently } from '#src/core/patience.ts';

/** The end of the standard error output that an error contains. V8 writes there why it ran out of memory. */
const STDERR_CHARS = 2_000;

interface WorkerOptions {
  /** A script that calls `answerRequest` (in-worker.ts). */
  script: URL;
  request: object;
  limits: {
    /** The old generation of V8's heap. Buffers and typed arrays are outside the heap. */
    heapMb: number;
    /** The resident memory of the whole process. The process looks at it every 50 ms. */
    memoryMb: number;
    timeMs: number;
    /** Characters of all messages together, as JSON. */
    outputChars: number;
  };
  /** Further flags of Node. The child does not inherit the flags of this process. */
  flags?: string[];
  env: NodeJS.ProcessEnv;
  /** Kills the child. The iteration then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** A message of the child, the end of its work, or the error that ended its work. */
export type Envelope = { text: string } | { done: true } | { failed: string };

/** Thrown when the child exceeded a limit or ended before its work was done. */
export class WorkerStopped extends Error {
  override readonly name: string = 'WorkerStopped';
}

/** Thrown when the child took longer than its limit of time. */
export class WorkerTimedOut extends WorkerStopped {
  override readonly name = 'WorkerTimedOut';
}

/** Thrown when the work threw an error, with its message. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

const hasEnded = (child: ReturnType<typeof fork>): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * Forks the script, sends the request, and yields the messages of the child. The child waits with its next
 * message until the consumer asks for it, so at most a few messages are in memory. Leaving the iteration
 * kills the child.
 * @throws WorkerStopped, and WorkerFailed with the message of an error that the child threw.
 */
export async function* runWorker<Message>(options: WorkerOptions): AsyncGenerator<Message> {
  const { script, request, limits, flags = [], env, signal } = options;
  signal?.throwIfAborted();
  const child = fork(script, [String(limits.memoryMb)], {
    // `advanced` copies typed arrays without JSON.
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${limits.heapMb}`, ...flags],
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-STDERR_CHARS);
  });
  // The event `exit` reports a child that has ended, so a failed send needs no other handling.
  const send = (message: object): unknown => child.connected && child.send(message, () => undefined);
  const timeout = AbortSignal.timeout(patiently(limits.timeMs));
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    let chars = 0;
    send(request);
    for await (const [received] of on(child, 'message', { signal: stop, close: ['exit'] })) {
      const envelope: Envelope = received;
      if ('done' in envelope) return;
      if ('failed' in envelope) throw new WorkerFailed(envelope.failed);
      chars += envelope.text.length;
      if (chars > limits.outputChars)
        throw new WorkerStopped(`the process sent more than ${limits.outputChars} characters`);
      const message: Message = JSON.parse(envelope.text);
      yield message;
      send({ next: true });
    }
    throw new WorkerStopped(
      `the process ended with ${child.signalCode ?? `code ${child.exitCode}`}: ${stderr}`,
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new WorkerTimedOut(`the process took more than ${limits.timeMs} ms`);
    throw error;
  } finally {
    if (!hasEnded(child)) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }
}
