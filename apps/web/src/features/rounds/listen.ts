import { roundToken } from './api.ts';

const ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';
/** Longest silence of a stream, whose server sends a comment every 15 s. */
const SILENCE_MS = 40_000;
const RETRY_MS = 2_000;

interface Handlers {
  onVersion: (version: number) => void;
  /** Whether events arrive. While they do not, the caller asks every few seconds. */
  onLive: (live: boolean) => void;
}

async function readStream(
  code: string,
  signal: AbortSignal,
  { onVersion, onLive }: Handlers,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const token = roundToken(code);
  try {
    const reply = await fetch(`${ORIGIN}/api/v1/rounds/${code}/events`, {
      headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!reply.ok || !reply.body) return reply.status !== 401 && reply.status !== 404;
    onLive(true);
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      text += value;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const version = /^data: \{"version":(\d+)\}$/m.exec(event)?.[1];
        if (version) onVersion(Number(version));
      }
    }
  } catch {
    // The connection broke, or nothing was heard for too long. The caller tries again.
    return true;
  } finally {
    clearTimeout(timer);
    onLive(false);
  }
}

/** Listens to the versions of a round, and connects again after a break. The returned function stops. */
export function listenToRound(code: string, handlers: Handlers): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = async (): Promise<void> => {
    const isWorthRetry = await readStream(code, stop.signal, handlers);
    if (isWorthRetry && !stop.signal.aborted) timer = setTimeout(() => void connect(), RETRY_MS);
  };
  void connect();
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
