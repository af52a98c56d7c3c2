// `pnpm lab emails [folder]`: writes every message as HTML and text, filled with normal and hostile sample
// values. Also writes an index page, and sends no mail.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { html } from '@marquee/api/src/core/html.ts';
import { isOptionalMail, mails } from '@marquee/api/src/mail/mails.ts';
import { renderHtml, renderText } from '@marquee/api/src/mail/render.ts';
import { SAMPLE_LINKS } from '@marquee/api/src/mail/sample-values.ts';

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'marquee-emails-')));
await mkdir(folder, { recursive: true });

const names: string[] = [];
const samples = Object.entries(mails).flatMap(([kind, mail]) =>
  Object.entries(mail.samples()).map(([name, message]) => ({
    name,
    message,
    unsubscribe: isOptionalMail(kind),
  })),
);
for (const { name, message, unsubscribe } of samples) {
  const frame = {
    links: SAMPLE_LINKS,
    unsubscribe: unsubscribe ? { url: `${SAMPLE_LINKS.web}/unsubscribe/sample`, member: true } : null,
  };
  await writeFile(join(folder, `${name}.html`), renderHtml(message, frame));
  await writeFile(
    join(folder, `${name}.txt`),
    `Subject: ${message.subject}\n\n${renderText(message, frame)}`,
  );
  names.push(name);
}
const index = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Messages</title></head><body><h1>Messages</h1><ul>${names.map(
  (name) => html`<li><a href="${name}.html">${name}</a> (<a href="${name}.txt">text</a>)</li>`,
)}</ul></body></html>`;
await writeFile(join(folder, 'index.html'), index.value);
console.warn(`${names.length} messages in ${folder}`);
