import { createHash } from 'node:crypto';
import { html, Markup } from '#src/core/html.ts';
import { PALETTE } from './palette.ts';

const variables = Object.entries(PALETTE)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');

const STYLE = `
:root{color-scheme:light dark;${variables}}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:400 1rem/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:4rem 1.5rem}
h1{font:700 2rem/1.12 Besley,Georgia,serif;letter-spacing:-.02em;margin:0 0 1.25rem}
p{margin:0 0 1.5rem}
a{color:var(--amber-text);text-underline-offset:.2em}
button{min-height:2.75rem;padding:.5rem 1.5rem;border:0;border-radius:2px;background:var(--amber);color:#1b1206;font:600 1rem/1.2 system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:3px solid var(--amber-text);outline-offset:3px}`;

/** Allows only the style of this page, the icon of the web app, and a form that posts to this server. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} – Marquee</title>
<style>${new Markup(STYLE)}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`.value;

/** Renders the question for GET. GET must change nothing, because mail scanners open every link. */
export const askPage = (mails: string): string =>
  page(
    'Unsubscribe',
    html`<p>You will no longer get ${mails}.</p><form method="post"><button type="submit">Unsubscribe</button></form>`,
  );

export const donePage = (mails: string, settings: string): string =>
  page(
    'You are unsubscribed',
    html`<p role="status">You will no longer get ${mails}.</p><p>If you have an account, you can change this in the <a href="${settings}">settings</a>.</p>`,
  );

export const unknownPage = (settings: string): string =>
  page(
    'This link does not work',
    html`<p>The link may be incomplete. Please open it from the email again, or choose your emails in the <a href="${settings}">settings</a>.</p>`,
  );
