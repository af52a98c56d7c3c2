import { COLLECTIONS, type Collections } from './collections.ts';

type Tables = { [Name in keyof Collections]: Map<string, Collections[Name]> };

export const WEBHOOK_MODES = ['live', 'hold', 'duplicate', 'shuffle', 'drop'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** Stored values that belong to no collection. */
export interface Settings {
  /** Seconds that the emulator's clock is ahead of wall time. */
  clock_offset: number;
  webhook_mode: WebhookMode;
}

const emptyTables = (): Tables => ({
  customers: new Map(),
  deleted_customers: new Map(),
  products: new Map(),
  prices: new Map(),
  sessions: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  invoice_items: new Map(),
  invoice_payments: new Map(),
  payment_intents: new Map(),
  setup_intents: new Map(),
  charges: new Map(),
  payment_methods: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  events: new Map(),
  webhook_endpoints: new Map(),
  portal_sessions: new Map(),
  portal_configurations: new Map(),
  session_notes: new Map(),
  subscription_notes: new Map(),
  cards: new Map(),
  outcomes: new Map(),
  deliveries: new Map(),
  idempotency_records: new Map(),
});

/**
 * All objects in memory. A change replaces the object, because events contain references to the old object.
 */
export class Store {
  /** Number of changes. The state file compares this number to detect unsaved changes. */
  revision = 0;
  settings: Settings = { clock_offset: 0, webhook_mode: 'live' };
  readonly #tables = emptyTables();
  /** Objects changed since the last `takeChanges` or `serialize`, in the order of their first change. */
  readonly #changed = new Map<string, { name: keyof Collections; id: string }>();
  #undo: (() => void)[] | null = null;

  find<Name extends keyof Collections>(name: Name, id: string): Collections[Name] | undefined {
    return this.#tables[name].get(id);
  }

  /** Returns all objects of a collection, newest first as in the lists of Stripe. */
  list<Name extends keyof Collections>(name: Name): Collections[Name][] {
    return [...this.#tables[name].values()].reverse();
  }

  put<Name extends keyof Collections>(name: Name, object: Collections[Name]): Collections[Name] {
    const table: Map<string, Collections[Name]> = this.#tables[name];
    const before = table.get(object.id);
    this.#undo?.push(() => (before ? table.set(object.id, before) : table.delete(object.id)));
    table.set(object.id, object);
    this.#touch(name, object.id);
    return object;
  }

  remove<Name extends keyof Collections>(name: Name, id: string): void {
    const table: Map<string, Collections[Name]> = this.#tables[name];
    const order = [...table];
    if (!table.delete(id)) return;
    this.#touch(name, id);
    this.#undo?.push(() => {
      table.clear();
      for (const [key, value] of order) table.set(key, value);
    });
  }

  configure(changes: Partial<Settings>): void {
    const before = this.settings;
    this.#undo?.push(() => {
      this.settings = before;
    });
    this.settings = { ...before, ...changes };
    this.revision += 1;
  }

  /** Undoes all changes when `work` throws, unless `keeps` returns true for the error. */
  transaction<Result>(work: () => Result, keeps: (error: unknown) => boolean): Result {
    if (this.#undo) throw new Error('transactions do not nest');
    this.#undo = [];
    try {
      return work();
    } catch (error) {
      if (!keeps(error)) for (const step of this.#undo.reverse()) step();
      throw error;
    } finally {
      this.#undo = null;
    }
  }

  /** Applies a line of the state file: a stored object, or the id of a removed object. */
  apply<Name extends keyof Collections>(name: Name, value: Collections[Name] | string): void {
    if (typeof value === 'string') this.remove(name, value);
    else this.put(name, value);
  }

  /**
   * Returns a line for each object changed since the last call. After a rollback, the line contains the old value.
   */
  takeChanges(): string {
    const lines = [...this.#changed.values()].map(({ name, id }) =>
      JSON.stringify([name, this.find(name, id) ?? id]),
    );
    this.#changed.clear();
    return [JSON.stringify(['settings', this.settings]), ...lines, ''].join('\n');
  }

  /** Returns the lines of the whole state. */
  serialize(): string {
    this.#changed.clear();
    const lines = COLLECTIONS.flatMap((name) =>
      [...this.#tables[name].values()].map((object) => JSON.stringify([name, object])),
    );
    return [JSON.stringify(['settings', this.settings]), ...lines, ''].join('\n');
  }

  #touch(name: keyof Collections, id: string): void {
    this.#changed.set(`${name} ${id}`, { name, id });
    this.revision += 1;
  }
}
