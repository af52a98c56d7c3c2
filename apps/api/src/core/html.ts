/** Markup that is already escaped. Only `html` creates objects of this class. */
export class Markup {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  toString(): string {
    return this.value;
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

type Part = string | number | Markup | readonly Markup[] | null | undefined | false;

function toMarkup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.value;
  if (typeof part === 'object') return part.map(toMarkup).join('');
  return escapeHtml(String(part));
}

/** Builds markup from a template: every value is escaped, except markup. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(toMarkup)));
}
