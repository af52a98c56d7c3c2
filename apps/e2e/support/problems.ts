import type { BrowserContext } from '@playwright/test';

/** Collects browser complaints that the journey did not announce. */
export class Problems {
  readonly #origin: string;
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Announces a complaint that this journey provokes. The journey fails when it does not occur. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error')
        this.#seen.push(`console: ${message.text()} (${message.location().url || message.page()?.url()})`);
    });
    context.on('weberror', (error) => this.#seen.push(`uncaught: ${error.error().stack}`));
    context.on('requestfailed', (request) => {
      // The app aborts superseded searches and the requests of pages that were left.
      const reason = request.failure()?.errorText ?? '';
      if (this.#isOurs(request.url()) && reason !== 'net::ERR_ABORTED')
        this.#seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('request', (request) => {
      // Following a link to another site is allowed. Every other request to another host is a complaint.
      if (!this.#isOurs(request.url()) && !request.isNavigationRequest())
        this.#seen.push(`foreign: ${request.method()} ${request.url()}`);
    });
  }

  #isOurs(url: string): boolean {
    return url.startsWith(`${this.#origin}/`) || /^(data|blob|about|chrome-error):/.test(url);
  }

  /** Returns the complaints that no test announced, and the announced complaints that did not occur. */
  unexplained(): string[] {
    const missing = this.#allowed.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem)));
    return [
      ...this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem))),
      ...missing.map((pattern) => `expected, but never seen: ${pattern}`),
    ];
  }
}
