import pg from 'pg';
import { patiently } from '#src/core/patience.ts';

/** With this interval and timeout, a PostgreSQL that does not answer is detected within 2 s. */
const HEARTBEAT_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 1_000;
const RECONNECT_MS = 250;

interface Options {
  url: string;
  /** The name of the connection in `pg_stat_activity`. */
  name?: string | undefined;
  channels: Record<string, (payload: string) => void>;
  /**
   * Called when the connection is closed or PostgreSQL stops answering. Every cached entry may then be stale.
   */
  onLost: () => void;
  /** Called each time the listener starts to listen. Notifications sent before this moment are lost. */
  onListening: () => void;
  onError: (error: unknown) => void;
}

/**
 * Receives PostgreSQL's NOTIFY on a separate connection. Detects a closed connection at once, and reconnects
 * after a failure.
 */
export function createListener({ url, name, channels, onLost, onListening, onError }: Options) {
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    clearTimeout(timer);
    onLost();
    lost.removeAllListeners();
    // The connection may emit another error while it closes.
    lost.on('error', () => {});
    void lost.end().catch(onError);
    if (!closed) timer = setTimeout(() => void connect(), RECONNECT_MS);
  }

  function beat(beating: pg.Client): void {
    timer = setTimeout(() => {
      beating.query('SELECT 1').then(
        () => {
          if (client === beating) beat(beating);
        },
        (error: unknown) => {
          onError(error);
          lose(beating);
        },
      );
    }, HEARTBEAT_MS);
  }

  async function connect(): Promise<void> {
    const opening = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: patiently(2_000),
      query_timeout: patiently(HEARTBEAT_TIMEOUT_MS),
      keepAlive: true,
    });
    client = opening;
    opening.on('error', (error) => {
      onError(error);
      lose(opening);
    });
    opening.on('end', () => lose(opening));
    opening.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await opening.connect();
      for (const channel of Object.keys(channels))
        await opening.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      onError(error);
      return lose(opening);
    }
    if (client !== opening) return;
    onListening();
    beat(opening);
  }

  return {
    /** Resolves when the first attempt to connect has ended, successful or not. */
    start: connect,
    /** Resolves when the notifications of all earlier commits have arrived, or the connection is lost. */
    async catchUp(): Promise<void> {
      // PostgreSQL sends what is waiting before it answers.
      await client?.query('SELECT 1').catch(onError);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      open?.removeAllListeners();
      open?.on('error', () => {});
      await open?.end();
    },
  };
}

type Handlers = Pick<Options, 'channels' | 'onLost' | 'onListening'>;

interface EarlyOptions extends Pick<Options, 'url' | 'onError'> {
  /** The names of the channels. */
  names: readonly string[];
  /** Returns whether a notification counts as missed when it arrives before the call of `handle`. */
  matters(name: string, payload: string): boolean;
}

/** Creates a listener that can start before the handlers of its notifications are loaded. */
export function createEarlyListener({ url, names, matters, onError }: EarlyOptions) {
  let handlers: Handlers | undefined;
  let starting: Promise<void> | undefined;
  let isListening = false;
  let hasMissed = false;
  const receive = (name: string, payload: string): void => {
    if (handlers) handlers.channels[name]?.(payload);
    else hasMissed ||= matters(name, payload);
  };
  const listener = createListener({
    url,
    channels: Object.fromEntries(names.map((name) => [name, (payload) => receive(name, payload)])),
    onLost: () => {
      isListening = false;
      hasMissed = true;
      handlers?.onLost();
    },
    onListening: () => {
      isListening = true;
      handlers?.onListening();
    },
    onError,
  });

  return {
    /** Resolves when the first attempt to connect has ended, successful or not. A second call starts nothing. */
    start(): Promise<void> {
      starting ??= listener.start();
      return starting;
    },
    /**
     * Sends notifications to the handlers from now on. Calls `onListening` when the listener is up.
     * @returns whether notifications that matter may have been lost since the start.
     */
    handle(next: Handlers): boolean {
      handlers = next;
      if (isListening) next.onListening();
      return hasMissed;
    },
    isListening: () => isListening,
    catchUp: listener.catchUp,
    close: listener.close,
  };
}

export type EarlyListener = ReturnType<typeof createEarlyListener>;
