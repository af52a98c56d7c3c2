import { html, Markup } from '#src/core/html.ts';
import { type Block, type Inline, type Links, type Message, toDisplayName, toQuote } from './message.ts';
import { type Color, dark, light, ON_AMBER, PALETTE } from './palette.ts';

const DISPLAY = "Besley, Georgia, 'Times New Roman', serif";
const TEXT = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const colors = Object.keys(PALETTE) as Color[];
const background = new Set<Color>(['paper', 'paper-sunk', 'amber']);

// Light colors are inline styles, which every mail program supports. Dark colors are classes.
const STYLE = new Markup(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:hover { text-decoration-thickness: 2px !important; }
@media (prefers-color-scheme: dark) {
${colors.map((color) => `  .${color} { ${background.has(color) ? 'background-color' : 'color'}: ${dark(color)} !important; }`).join('\n')}
  .line { border-color: ${dark('rule')} !important; }
}
@media (max-width: 480px) {
  .wide { padding-left: 20px !important; padding-right: 20px !important; }
  .heading { font-size: 27px !important; }
}`);

const ink = (color: Color): string => `color:${light(color)};`;
const RULE = `border-color:${light('rule')};`;
const BREAK = 'overflow-wrap:anywhere;word-break:break-word;';

function inlineHtml(part: Inline): Markup {
  if (typeof part === 'string') return html`${part}`;
  if ('strong' in part) return html`<strong>${part.strong}</strong>`;
  if ('name' in part) return html`<strong><bdi>${toDisplayName(part.name)}</bdi></strong>`;
  return html`<a href="${part.href}" class="amber-text" style="${ink('amber-text')}text-decoration:underline;text-underline-offset:3px;${BREAK}">${part.link}</a>`;
}

function blockHtml(block: Block): Markup {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 18px;font-size:16px;line-height:1.55;${ink('ink')}${BREAK}">${block.content.map(inlineHtml)}</p>`;
    case 'note':
      return html`<p class="ink-soft" style="margin:0 0 14px;font-size:14px;line-height:1.55;${ink('ink-soft')}${BREAK}">${block.content.map(inlineHtml)}</p>`;
    case 'button':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 28px;"><tr><td class="amber" bgcolor="${light('amber')}" style="border-radius:2px;background-color:${light('amber')};"><a href="${block.href}" style="display:inline-block;padding:14px 24px;font:600 16px/1.2 ${TEXT};color:${ON_AMBER};text-decoration:none;border-radius:2px;">${block.label}</a></td></tr></table>`;
    case 'quote':
      return html`<blockquote class="ink line" style="margin:0 0 22px;padding:2px 0 2px 18px;border-left:3px solid;${RULE}font-size:16px;line-height:1.55;white-space:pre-wrap;${ink('ink')}${BREAK}">${toQuote(block.text)}</blockquote>`;
    case 'titles':
      return html`<h2 class="ink" style="margin:26px 0 10px;font:600 14px/1.3 ${TEXT};letter-spacing:0.02em;${ink('ink')}${BREAK}">${toDisplayName(block.heading)}</h2>
<ul class="line" style="list-style:none;margin:0 0 24px;padding:0;border-bottom:1px solid;${RULE}">${block.titles.map(
        ({ title, detail, story, href }) =>
          html`<li class="line" style="margin:0;padding:12px 0 13px;border-top:1px solid;${RULE}"><a href="${href}" class="ink" style="font:700 19px/1.25 ${DISPLAY};letter-spacing:-0.01em;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:4px;${ink('ink')}${BREAK}"><bdi>${toDisplayName(title)}</bdi></a>${story && html`<span class="ink" style="display:block;padding-top:4px;font-size:15px;line-height:1.45;${ink('ink')}${BREAK}"><bdi>${toDisplayName(story)}</bdi></span>`}<span class="ink-soft" style="display:block;padding-top:4px;font-size:14px;line-height:1.4;${ink('ink-soft')}">${detail}</span></li>`,
      )}${block.more > 0 && html`<li class="line ink-soft" style="margin:0;padding:11px 0;border-top:1px solid;${RULE}font-size:14px;${ink('ink-soft')}">and ${block.more} more</li>`}</ul>`;
  }
}

const BULB = html`<span class="amber" style="display:block;width:6px;height:6px;margin:3px 0;border-radius:50%;background-color:${light('amber')};font-size:0;line-height:0;"></span>`;

export interface Frame {
  links: Links;
  /** Null for transactional mail. `member`: the recipient has an account with settings. */
  unsubscribe: { url: string; member: boolean } | null;
}

/** Renders the message as HTML for mail programs: tables for layout, inline styles, no images. */
export function renderHtml(message: Message, { links, unsubscribe }: Frame): string {
  const small = `font-size:13px;line-height:1.55;${ink('ink-faint')}`;
  const footLink = (label: string, href: string) =>
    html`<a href="${href}" class="ink-soft" style="${ink('ink-soft')}text-decoration:underline;text-underline-offset:3px;">${label}</a>`;
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${message.subject}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light('paper')};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${message.preview}${new Markup('&#847;&zwnj;&nbsp;'.repeat(60))}</div>
<div role="article" aria-roledescription="email" aria-label="${message.subject}" lang="en">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light('paper')}" style="background-color:${light('paper')};"><tr><td align="center" style="padding:0;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed;font-family:${TEXT};text-align:left;">
<tr><td class="wide" style="padding:36px 32px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="padding:0 0 16px;border-bottom:1px solid;${RULE}"><a href="${links.web}" class="ink" style="text-decoration:none;${ink('ink')}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="ink" style="font:700 26px/1 ${DISPLAY};letter-spacing:-0.03em;${ink('ink')}">Marquee</td><td aria-hidden="true" style="padding-left:8px;">${[BULB, BULB, BULB]}</td></tr></table></a></td></tr></table>
</td></tr>
<tr><td class="wide" style="padding:34px 32px 8px;">
<h1 class="ink heading" style="margin:0 0 20px;font:700 32px/1.12 ${DISPLAY};letter-spacing:-0.02em;${ink('ink')}${BREAK}"><bdi>${toDisplayName(message.heading)}</bdi></h1>
${message.blocks.map(blockHtml)}
</td></tr>
<tr><td class="wide" style="padding:14px 32px 44px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="padding:18px 0 0;border-top:1px solid;${RULE}">
<p class="ink-faint" style="margin:0 0 8px;${small}">You get this email because ${message.because}.${unsubscribe && html` ${footLink('Unsubscribe from emails like this', unsubscribe.url)}${unsubscribe.member && html` or ${footLink('choose your emails in the settings', `${links.web}/settings`)}`}.`}</p>
<p class="ink-faint" style="margin:0;${small}">Questions? Write to ${footLink(links.support, `mailto:${links.support}`)}.</p>
</td></tr></table>
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`.value;
}

function inlineText(part: Inline): string {
  if (typeof part === 'string') return part;
  if ('strong' in part) return part.strong;
  if ('name' in part) return toDisplayName(part.name);
  return part.link === part.href ? part.href : `${part.link} (${part.href})`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.content.map(inlineText).join('');
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'quote':
      return toQuote(block.text).replace(/^/gm, '> ');
    case 'titles':
      return [
        toDisplayName(block.heading),
        ...block.titles.map(({ title, detail, story, href }) =>
          [`- ${toDisplayName(title)}, ${detail}`, ...(story ? [toDisplayName(story)] : []), href].join(
            '\n  ',
          ),
        ),
        ...(block.more > 0 ? [`- and ${block.more} more`] : []),
      ].join('\n');
  }
}

/** Renders the message as plain text. */
export function renderText(message: Message, { links, unsubscribe }: Frame): string {
  const foot = [
    `You get this email because ${message.because}.`,
    ...(unsubscribe ? [`Unsubscribe from emails like this: ${unsubscribe.url}`] : []),
    ...(unsubscribe?.member ? [`Email settings: ${links.web}/settings`] : []),
    `Questions? Write to ${links.support}.`,
  ];
  return `${[toDisplayName(message.heading), ...message.blocks.map(blockText), `--\n${foot.join('\n')}`].join('\n\n')}\n`;
}
