import { CARD_HEIGHT, CARD_WIDTH } from '@marquee/artwork';
import { cardPath } from '@marquee/artwork/paths';
import * as paths from '@marquee/contracts/paths';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import { html, type Markup } from '#src/core/html.ts';
import { findScreen, type Screen } from '#src/http/screens.ts';
import type { PageHead } from '#src/http/static-web.ts';
import type { FoundCard, LinkCard, LinkCardKind, LinkCardsService } from './link-cards.service.ts';
import { FRONT, PUBLIC_PAGES } from './public-pages.ts';

interface Dependencies {
  linkCards: LinkCardsService;
  env: { WEB_ORIGIN: string; API_ORIGIN: string };
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Lists, rounds and posters of tastes belong to the people who have their links, and not into a search engine. */
const PRIVATE = /^\/(my_lists|together|taste)(\/|$)/;
const NOINDEX = html`<meta name="robots" content="noindex">`;

const words = (title: string, description: string): Markup =>
  html`<title>${title}</title><meta name="description" content="${description}">`;

/** The words of a page that has none of its own, which no search engine needs to know. */
const QUIET = html`${words(FRONT.title, FRONT.description)}${NOINDEX}`.value;

const PAGE_KEYS = new Map(Array.from(PUBLIC_PAGES, ([key, { path }]) => [path, key]));

/** Returns what the link to a screen shows, or null for a screen that shows nothing without an account. */
function subjectOf({ path, params }: Screen): { kind: LinkCardKind; key: string } | null {
  const page = PAGE_KEYS.get(path);
  if (page !== undefined) return { kind: 'page', key: page };
  if (params.mediaId !== undefined) return { kind: 'title', key: params.mediaId };
  if (path === paths.person) return { kind: 'person', key: params.personId ?? '' };
  if (path === paths.sharedList) return { kind: 'list', key: params.code ?? '' };
  if (path === paths.sharedPoster) return { kind: 'taste', key: params.code ?? '' };
  if (path === paths.round) return { kind: 'round', key: params.code ?? '' };
  return null;
}

function headOf(card: LinkCard, isPrivate: boolean, { WEB_ORIGIN, API_ORIGIN }: Dependencies['env']): string {
  const { kind, key, path, type, title, description, art } = card;
  const address = `${WEB_ORIGIN}${path}`;
  const image = `${API_ORIGIN}${cardPath(kind, key, art)}`;
  const name = path === paths.home ? title : `${title} · Marquee`;
  return html`${words(name, description)}${isPrivate && NOINDEX}
    <link rel="canonical" href="${address}">
    <meta property="og:site_name" content="Marquee">
    <meta property="og:type" content="${type}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${address}">
    <meta property="og:image" content="${image}">
    <meta property="og:image:type" content="image/jpeg">
    <meta property="og:image:width" content="${CARD_WIDTH}">
    <meta property="og:image:height" content="${CARD_HEIGHT}">
    <meta property="og:image:alt" content="${`${art.over}: ${art.heading}`}">
    <meta name="twitter:card" content="summary_large_image">
    <meta name="twitter:title" content="${title}">
    <meta name="twitter:description" content="${description}">
    <meta name="twitter:image" content="${image}">`.value;
}

/** Returns a function that writes the head of the page at a path, for robots that run no scripts. */
export function createFindHead({
  linkCards,
  env,
  log,
}: Dependencies): (path: string, ip: string) => Promise<PageHead> {
  async function find(kind: LinkCardKind, key: string, ip: string): Promise<FoundCard> {
    try {
      return await linkCards.find(kind, key, ip);
    } catch (err) {
      if (err instanceof AppError && err.code === 'too_many_requests') throw err;
      // The page of a member opens also while the database or the catalogue does not answer.
      log.warn({ err }, 'a page goes out without its card');
      return { isKnown: true, card: null };
    }
  }

  return async (path, ip) => {
    const screen = findScreen(path);
    if (screen === null) return { status: 404, markup: QUIET };
    const subject = subjectOf(screen);
    if (subject === null) return { status: 200, markup: QUIET };
    const { isKnown, card } = await find(subject.kind, subject.key, ip);
    if (card === null) return { status: isKnown ? 200 : 404, markup: QUIET };
    return { status: 200, markup: headOf(card, PRIVATE.test(screen.path), env) };
  };
}
