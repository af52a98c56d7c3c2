const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped HTML, safe to insert into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | null | undefined | false | Html | Html[];

const render = (value: Value): string => {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(render).join('\n');
  return String(value).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
};

/** Builds HTML from a template. Values are escaped unless they are `Html`. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''));

const STYLE = `
:root { color-scheme: light dark; --ink: #1a1f36; --soft: #586074; --line: #d5dbe3; --page: #f4f6f9; --box: #fff; --act: #4b45c6; --bad: #b3093c; --good: #0b6b3a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --soft: #aab3c5; --line: #3a4257; --page: #10141f; --box: #1a2030; --act: #8d88ff; --bad: #ff8ba4; --good: #6fdca0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.mode { display: inline-block; padding: .125rem .5rem; border-radius: .25rem; background: #ffde92; color: #4a2c00; font-size: .8125rem; font-weight: 600; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .75rem 0; } h2 { font-size: 1.0625rem; margin: 0 0 .5rem; }
section { background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
dl { margin: 0; display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; } dd { margin: 0; text-align: right; }
p { margin: .5rem 0; } .soft { color: var(--soft); } .bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); font-weight: 600; }
label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem; border: 1px solid var(--soft); border-radius: .375rem; background: var(--box); color: inherit; font: inherit; }
button { width: 100%; min-height: 2.75rem; margin-top: .75rem; border: 1px solid var(--act); border-radius: .375rem; background: var(--box); color: var(--act); font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--act); color: var(--box); } :focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
a { color: var(--act); }
`;

/** Returns a complete HTML page with the notice of test mode. */
export const document = (title: string, body: Html): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${render(title)} · Stripe emulator</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<span class="mode">Test mode</span>
<h1>${render(title)}</h1>
${body.text}
</main>
</body>
</html>
`;
