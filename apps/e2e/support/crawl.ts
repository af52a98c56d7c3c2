// Follows the links of the product. The fixture `problems` fails the journey on console errors and failed requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from 'playwright/test';

/** A page is complete when no request was pending for this time. */
const QUIET_MS = 60;
/** The crawl does not follow these links, because signing out would end the crawl of a member. */
const LEFT_OUT = /^\/logout\b/;

/**
 * Returns the address with ids and codes replaced and without query values. Addresses with the same result
 * open the same screen.
 */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://any');
  const path = pathname.replace(/\/(\d+|[\w-]{20,})(?=\/|$)/g, '/*').replace(/\/rows\/\w+-\d+/, '/rows/*');
  return `${path}?${[...searchParams.keys()].sort().join('&')}`;
}

export class Crawl {
  readonly #page: Page;
  readonly #origin: string;
  readonly #seen = new Set<string>();
  readonly #waiting: string[] = [];
  #pending = 0;

  constructor(page: Page, origin: string) {
    this.#page = page;
    this.#origin = origin;
    page.on('request', () => (this.#pending += 1));
    page.on('requestfinished', () => (this.#pending -= 1));
    page.on('requestfailed', () => (this.#pending -= 1));
  }

  /** Opens an address, expects its document title, and collects its links. */
  async open(address: string, title: string | RegExp): Promise<void> {
    this.#seen.add(shapeOf(address));
    await this.#page.goto(address);
    await expect(this.#page, address).toHaveTitle(title);
    await this.#becomeQuiet();
    await this.#noteLinks();
  }

  /** Opens one address of each shape that the pages link to. Returns the addresses. */
  async followAll(): Promise<string[]> {
    const followed: string[] = [];
    for (let address = this.#waiting.shift(); address !== undefined; address = this.#waiting.shift()) {
      if (this.#seen.has(shapeOf(address))) continue;
      await this.open(address, /^(?!Page not found|Something went wrong)./);
      await expect(this.#page.getByRole('heading').first(), address).toBeAttached();
      followed.push(address);
    }
    return followed;
  }

  async #becomeQuiet(): Promise<void> {
    for (let since = Date.now(); Date.now() - since < QUIET_MS; await sleep(10))
      if (this.#pending > 0) since = Date.now();
  }

  async #noteLinks(): Promise<void> {
    const links = await this.#page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));
    for (const link of links) {
      const { origin, pathname, search } = new URL(link);
      if (origin === this.#origin && !LEFT_OUT.test(pathname)) this.#waiting.push(pathname + search);
    }
  }
}
