import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import fp from 'fastify-plugin';
import { AppError } from '#src/core/errors.ts';

interface Env {
  IS_PRODUCTION: boolean;
  WEB_ORIGIN: string;
  WEB_ORIGINS: readonly string[];
  API_ORIGIN: string;
  CORS_ORIGINS: string[];
  BOT_CHECK: 'altcha' | 'recaptcha' | 'off';
}

const TRAILERS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Returns the content security policy of the web app. It allows scripts and styles from this origin, frames
 * with trailers from two sites, and images from any HTTPS origin.
 */
export function contentSecurityPolicy(env: Env): string {
  const recaptcha = env.BOT_CHECK === 'recaptcha';
  const google = recaptcha ? ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'] : [];
  const origins = [...new Set([env.API_ORIGIN, ...env.WEB_ORIGINS])];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...google],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https:', ...origins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...origins, ...google],
    'media-src': ["'self'", 'https:'],
    'frame-src': [...TRAILERS, ...google],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(env.WEB_ORIGIN.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

const transportSecurity = ({ IS_PRODUCTION }: Env): Record<string, string> =>
  IS_PRODUCTION ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` } : {};

/**
 * Returns the headers of pages and files, computed once. @fastify/helmet would compute them for every
 * request, which takes longer than all other work for a cached reply.
 */
export const pageHeaders = (env: Env): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(env),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Trailer players require a referrer and get only the origin.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  ...transportSecurity(env),
});

/**
 * Returns the headers for replies to calls. They forbid caching, and prevent scripts when a browser opens the
 * reply as a page.
 */
export const callHeaders = (env: Env): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...transportSecurity(env),
});

/**
 * Returns whether a request names its host twice. Node keeps the first name and a proxy in front may have checked
 * the second, so RFC 9112, section 3.2, asks for 400.
 */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length >
  1;

/** Refuses a second `Host`, and sets security headers, `no-store` on every call, and CORS for the allowed origins. */
export const security = fp(async (app, { env }: { env: Env }) => {
  const onPages = pageHeaders(env);
  const onCalls = callHeaders(env);

  app.addHook('onRequest', (request, reply, done) => {
    if (hasTwoHosts(request.raw)) return done(new AppError('bad_request'));
    reply.headers(request.routeOptions.config.contract ? onCalls : onPages);
    done();
  });
  await app.register(cors, {
    origin: env.CORS_ORIGINS,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Accept', 'Authorization', 'Content-Type', 'Last-Event-ID'],
    exposedHeaders: ['Content-Disposition', 'Retry-After'],
    maxAge: 3_600,
    // The plugin answers an OPTIONS request that is not a preflight with an error text. Send an empty reply
    // instead.
    strictPreflight: false,
  });
});
