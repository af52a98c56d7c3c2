import type { BrowserContext } from '@playwright/test';

/** Everything a browser complained about that a journey did not announce. */
export class Problems {
  readonly #origin: string;
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Announces a complaint that this journey provokes; it must then come. */
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
      // Superseded searches and pages that are left end their requests themselves.
      const reason = request.failure()?.errorText ?? '';
      if (this.#isOurs(request.url()) && reason !== 'net::ERR_ABORTED')
        this.#seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('request', (request) => {
      // A followed link is a page of its own; anything else that leaves the house is not welcome.
      if (!this.#isOurs(request.url()) && !request.isNavigationRequest())
        this.#seen.push(`foreign: ${request.method()} ${request.url()}`);
    });
  }

  #isOurs(url: string): boolean {
    return url.startsWith(`${this.#origin}/`) || /^(data|blob|about|chrome-error):/.test(url);
  }

  /** What is left to explain: unannounced complaints, and announced ones that never came. */
  unexplained(): string[] {
    const missing = this.#allowed.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem)));
    return [
      ...this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem))),
      ...missing.map((pattern) => `expected, but never seen: ${pattern}`),
    ];
  }
}
