import type { IncomingHttpHeaders } from 'node:http';
import { advance, runDue } from './billing/due.ts';
import { Clock } from './core/clock.ts';
import { keepsChanges } from './core/errors.ts';
import { StateFile } from './core/state-file.ts';
import { Store } from './core/store.ts';
import type { Rules, World } from './core/world.ts';
import { Faults } from './http/faults.ts';
import { Idempotency } from './http/idempotency.ts';
import { isLocalRequest } from './http/local-requests.ts';
import { createEndpoint } from './objects/webhook-endpoints.object.ts';
import { Deliverer, type RetryDelays } from './webhooks/deliver.ts';

export interface EmulatorSettings {
  stateFile: string | null;
  secretKey: string | null;
  allowedHosts: readonly string[];
  webhooks: readonly { url: string; secret: string; events?: readonly string[] }[];
  rules: Rules;
  delays: RetryDelays;
}

/** Milliseconds between two checks for due tasks. */
const TICK = 1000;

/** State, clock, deliveries and faults of one running emulator. */
export class Emulator {
  readonly store = new Store();
  readonly clock = new Clock(this.store);
  readonly faults = new Faults();
  readonly idempotency = new Idempotency(this.store);
  readonly deliverer: Deliverer;
  readonly secretKey: string | null;
  /** Origin of the server, set when the server listens. */
  origin = '';
  readonly #file: StateFile;
  readonly #settings: EmulatorSettings;
  #timer: NodeJS.Timeout | null = null;

  constructor(settings: EmulatorSettings) {
    this.#settings = settings;
    this.secretKey = settings.secretKey;
    this.#file = new StateFile(settings.stateFile, this.store);
    this.deliverer = new Deliverer(this.store, settings.delays, () => this.#file.save());
  }

  async load(): Promise<void> {
    await this.#file.load();
    this.#configureEndpoints();
    await this.#file.save();
  }

  /** Whether the request names this machine, the public origin or an allowed host. */
  isLocal(headers: IncomingHttpHeaders): boolean {
    return isLocalRequest(headers, [URL.parse(this.origin)?.hostname ?? '', ...this.#settings.allowedHosts]);
  }

  worldFor(request: World['request']): World {
    return {
      store: this.store,
      clock: this.clock,
      rules: this.#settings.rules,
      origin: () => this.origin,
      request,
    };
  }

  /** Runs `work` in one transaction outside of an API call. */
  change<Result>(work: (world: World) => Result): Result {
    const world = this.worldFor({ id: null, idempotency_key: null });
    return this.store.transaction(() => work(world), keepsChanges);
  }

  /** Saves all changes to disk, then starts the delivery of new events. Does not wait for the delivery. */
  async commit(): Promise<void> {
    await this.#file.save();
    this.deliverer.wake();
  }

  async advance(seconds: number): Promise<void> {
    this.change((world) => advance(world, seconds));
    await this.commit();
  }

  start(): void {
    this.deliverer.wake();
    this.#timer = setInterval(() => {
      this.#tick().catch((error: unknown) => console.error('stripe-emulator: a due task failed', error));
    }, TICK);
  }

  async #tick(): Promise<void> {
    const before = this.store.revision;
    this.change((world) => runDue(world, this.clock.now()));
    if (this.store.revision !== before) await this.commit();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.deliverer.close();
    await this.#file.save();
  }

  /** Replaces the endpoints configured at an earlier start. Endpoints created through the API stay. */
  #configureEndpoints(): void {
    const configured = 'configured';
    const wanted = this.#settings.webhooks;
    this.change((world) => {
      for (const endpoint of this.store.list('webhook_endpoints')) {
        const isKept = wanted.some(({ url, secret }) => endpoint.url === url && endpoint.secret === secret);
        if (endpoint.description === configured && !isKept)
          this.store.remove('webhook_endpoints', endpoint.id);
      }
      for (const { url, secret, events = ['*'] } of wanted) {
        const known = this.store
          .list('webhook_endpoints')
          .some((one) => one.url === url && one.secret === secret);
        const fields = { url, secret, enabled_events: [...events], description: configured };
        if (!known) createEndpoint(world, fields);
      }
    });
  }
}
