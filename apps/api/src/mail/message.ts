import { withoutDirectionMarks } from '@marquee/contracts';

/**
 * A message is a list of blocks with plain values, rendered as HTML and as text. The values contain no
 * markup, so names and texts of users stay text.
 */
export type Inline = string | { strong: string } | { name: string } | { link: string; href: string };

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'titles'; heading: string; titles: TitleLine[]; more: number }
  /** Text that a user wrote. Line breaks are kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'note'; content: Inline[] };

export interface TitleLine {
  title: string;
  /** For example "2019 · Series". An unknown part is left out. */
  detail: string;
  /** What happens, in a line, or null. */
  story?: string | null;
  href: string;
}

export interface Message {
  subject: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Completes the sentence "You get this email because …". */
  because: string;
}

/** The addresses that links in mails start with. */
export interface Links {
  web: string;
  support: string;
}

/** Returns a sentence with names, strong words and links: line`${name(list.name)} has grown`. */
export function line(template: TemplateStringsArray, ...parts: Inline[]): Inline[] {
  return template.flatMap((words, index) => [words, parts[index] ?? '']).filter((part) => part !== '');
}

export const paragraph = (template: TemplateStringsArray, ...parts: Inline[]): Block => ({
  kind: 'paragraph',
  content: line(template, ...parts),
});

export const note = (template: TemplateStringsArray, ...parts: Inline[]): Block => ({
  kind: 'note',
  content: line(template, ...parts),
});

export const button = (label: string, href: string): Block => ({ kind: 'button', label, href });

/** Marks a text of a user, so that its writing direction does not affect the text around it. */
export const name = (text: string): Inline => ({ name: text });
export const strong = (text: string): Inline => ({ strong: text });
export const link = (text: string, href: string): Inline => ({ link: text, href });

/** Removes direction marks from a user's text. Keeps line breaks as `\n`. */
export const toQuote = (text: string): string => withoutDirectionMarks(text).replace(/\r\n?/g, '\n');

/**
 * Prepares a name for a mail. Adds an invisible break after dots, colons and slashes, because mail programs
 * turn "win.example" into a link.
 */
export const toDisplayName = (text: string): string =>
  withoutDirectionMarks(text)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}:/])[.:/](?=[\p{L}\p{N}:/])/gu, '$&\u200b')
    .trim();

const SUBJECT_NAME_MAX = 60;

/** Shortens a name so that it fits into a subject. */
export function toSubjectName(text: string): string {
  const signs = [...toDisplayName(text)];
  return signs.length <= SUBJECT_NAME_MAX
    ? signs.join('')
    : `${signs.slice(0, SUBJECT_NAME_MAX - 1).join('')}…`;
}
