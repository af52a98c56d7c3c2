/**
 * A message is written once, as blocks of plain values; HTML and text are two renderings of it. Nothing in a
 * message is markup, so whatever people type into names and texts stays text.
 */
export type Inline = string | { strong: string } | { name: string } | { link: string; href: string };

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'titles'; heading: string; titles: TitleLine[]; more: number }
  /** What somebody wrote, kept as they set it. */
  | { kind: 'quote'; text: string }
  | { kind: 'note'; content: Inline[] };

export interface TitleLine {
  title: string;
  /** "2019 · Series", or whatever is known. */
  detail: string;
  href: string;
}

export interface Message {
  subject: string;
  /** The line mail programs show beside the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Ends "You get this mail because …". */
  because: string;
}

/** Addresses that messages lead to. Built from the environment, once. */
export interface Links {
  web: string;
  support: string;
}

/** A sentence with names, strong words and links in it: text`${name(list.name)} has grown`. */
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

/** Text typed by a person: set apart from ours, and from the direction of its script. */
export const name = (text: string): Inline => ({ name: text });
export const strong = (text: string): Inline => ({ strong: text });
export const link = (text: string, href: string): Inline => ({ link: text, href });

// Marks that turn the direction of what follows, and so can make a name look like another.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;

/** What somebody wrote, line by line, and nothing that turns it round. */
export const toQuote = (text: string): string => text.replace(DIRECTION, '').replace(/\r\n?/g, '\n');

/**
 * A name as a mail shows it. Mail programs turn "win.example" into a link by themselves; nobody may send
 * strangers links through the name of a list, so an invisible break ends that.
 */
export const toDisplayName = (text: string): string =>
  text
    .replace(DIRECTION, '')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}:/])[.:/](?=[\p{L}\p{N}:/])/gu, '$&\u200b')
    .trim();

const SUBJECT_NAME_MAX = 60;

/** A name short enough for a subject. */
export function toSubjectName(text: string): string {
  const signs = [...toDisplayName(text)];
  return signs.length <= SUBJECT_NAME_MAX
    ? signs.join('')
    : `${signs.slice(0, SUBJECT_NAME_MAX - 1).join('')}…`;
}
