import type { Delivery, StoredEvent, WebhookEndpoint } from '../core/collections.ts';
import type { Store } from '../core/store.ts';
import { signatureHeader } from './sign.ts';

/** Delays between attempts in milliseconds of wall time. The delays double from `first` up to `longest`. */
export interface RetryDelays {
  first: number;
  longest: number;
  /** Number of attempts before a delivery is dropped. Stripe drops a delivery after three days. */
  attempts: number;
}

/** In shuffle mode, milliseconds for which events are collected before they are sent in random order. */
const SHUFFLE_WINDOW = 250;
const TIMEOUT = 10_000;
const IN_FLIGHT = 5;

export function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Sends stored deliveries in the background, in order of their events. Retries failed deliveries. */
export class Deliverer {
  readonly #store: Store;
  readonly #delays: RetryDelays;
  readonly #save: () => Promise<void>;
  /** Deliveries that are queued, being sent or waiting for a retry. */
  readonly #taken = new Set<string>();
  readonly #queue: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stop = new AbortController();
  #active = 0;

  constructor(store: Store, delays: RetryDelays, save: () => Promise<void>) {
    this.#store = store;
    this.#delays = delays;
    this.#save = save;
  }

  /** Queues every stored delivery that is neither held nor in `#taken`. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    const due = this.#store
      .list('deliveries')
      .filter(({ id, held }) => !held && !this.#taken.has(id))
      .toReversed();
    for (const { id } of due) this.#taken.add(id);
    if (this.#store.settings.webhook_mode === 'shuffle' && due.length > 0) {
      this.#later(SHUFFLE_WINDOW, () => this.#enqueue(shuffled(due)));
    } else this.#enqueue(due);
  }

  /** Queues the held deliveries in random order. Returns their number. */
  release(): number {
    const held = shuffled(this.#store.list('deliveries').filter((delivery) => delivery.held));
    for (const delivery of held) {
      this.#store.put('deliveries', { ...delivery, held: false });
      this.#taken.add(delivery.id);
    }
    this.#enqueue(held);
    return held.length;
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(delay: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delay);
    this.#timers.add(timer);
  }

  #enqueue(deliveries: Delivery[]): void {
    this.#queue.push(...deliveries.map(({ id }) => id));
    this.#next();
  }

  #next(): void {
    while (this.#active < IN_FLIGHT && !this.#stop.signal.aborted) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      this.#active += 1;
      this.#attempt(id)
        .catch((error: unknown) => console.error('stripe-emulator: delivery failed', error))
        .finally(() => {
          this.#active -= 1;
          this.#next();
        });
    }
  }

  async #attempt(id: string): Promise<void> {
    const delivery = this.#store.find('deliveries', id);
    const event = this.#store.find('events', delivery?.event ?? '');
    const endpoint = this.#store.find('webhook_endpoints', delivery?.endpoint ?? '');
    if (!delivery || !event || !endpoint) {
      this.#finish(id);
      return;
    }
    const results: boolean[] = [];
    for (let copy = 0; copy < delivery.copies; copy += 1) results.push(await this.#send(event, endpoint));
    if (this.#stop.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    if (results.some(Boolean)) {
      const current = this.#store.find('events', event.id) ?? event;
      this.#store.put('events', { ...current, pending_webhooks: Math.max(0, current.pending_webhooks - 1) });
      this.#finish(id);
    } else if (attempts >= this.#delays.attempts) this.#finish(id);
    else {
      this.#store.put('deliveries', { ...delivery, attempts });
      const delay = Math.min(this.#delays.first * 2 ** delivery.attempts, this.#delays.longest);
      this.#later(delay, () => this.#enqueue([delivery]));
    }
    await this.#save();
  }

  #finish(id: string): void {
    this.#store.remove('deliveries', id);
    this.#taken.delete(id);
  }

  /**
   * Sends one POST without following redirects. Returns false unless the response is 2xx within the timeout.
   */
  async #send(event: StoredEvent, endpoint: WebhookEndpoint): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, endpoint.secret ?? ''),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      // The endpoint was unreachable or too slow, so the caller retries.
      return false;
    }
  }
}
