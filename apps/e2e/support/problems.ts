import type { BrowserContext } from 'playwright/test';

/** Collects console errors, uncaught exceptions, failed requests and requests to other hosts. */
export class Problems {
  readonly #origin: string;
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Allows a problem that this journey causes on purpose. The journey fails when the problem does not occur. */
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
      // The app aborts the requests of superseded searches and of pages that the user has left.
      const reason = request.failure()?.errorText ?? '';
      if (this.#isOurs(request.url()) && reason !== 'net::ERR_ABORTED')
        this.#seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on('request', (request) => {
      // Following a link to another site is allowed. Every other request to another host is a problem.
      if (!this.#isOurs(request.url()) && !request.isNavigationRequest())
        this.#seen.push(`foreign: ${request.method()} ${request.url()}`);
    });
  }

  #isOurs(url: string): boolean {
    return url.startsWith(`${this.#origin}/`) || /^(data|blob|about|chrome-error):/.test(url);
  }

  /** Returns unexpected problems, and allowed problems that did not occur. */
  unexplained(): string[] {
    const missing = this.#allowed.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem)));
    return [
      ...this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem))),
      ...missing.map((pattern) => `expected, but never seen: ${pattern}`),
    ];
  }
}
