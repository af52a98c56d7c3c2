import { count } from '#src/mail/format.ts';
import {
  type Block,
  button,
  type Links,
  type Message,
  name,
  paragraph,
  type TitleLine,
  toSubjectName,
} from '#src/mail/message.ts';

const SHOWN = 10;

export interface Titles {
  /** The titles to show; the others are only counted. */
  titles: { id: number; title: string; detail: string }[];
  total: number;
}

interface Facts {
  listId: number;
  listName: string;
  /** Display names of the users who changed the list. */
  editors: string[];
  added: Titles;
  removed: Titles;
}

function titlesBlock(verb: string, { titles, total }: Titles, toHref: (id: number) => string): Block[] {
  if (total === 0) return [];
  const lines: TitleLine[] = titles
    .slice(0, SHOWN)
    .map(({ id, title, detail }) => ({ title, detail, href: toHref(id) }));
  return [{ kind: 'titles', heading: `${verb} (${total})`, titles: lines, more: total - lines.length }];
}

function sayWho(editors: string[]): Block {
  const [first, second, ...others] = editors.map(name);
  if (!first) return paragraph`This list has changed:`;
  if (!second) return paragraph`${first} changed this list:`;
  if (others.length === 0) return paragraph`${first} and ${second} changed this list:`;
  return paragraph`${first}, ${second} and ${count(others.length, 'other')} changed this list:`;
}

export function listChangedEmail(facts: Facts, links: Links): Message {
  const { added, removed } = facts;
  const amounts = [
    added.total > 0 && `${count(added.total, 'title')} added`,
    removed.total > 0 && `${count(removed.total, 'title')} removed`,
  ].filter((part) => part !== false);
  return {
    subject: `“${toSubjectName(facts.listName)}”: ${amounts.join(', ')}`,
    preview: [...added.titles, ...removed.titles]
      .slice(0, 3)
      .map(({ title }) => title)
      .join(', '),
    heading: facts.listName,
    blocks: [
      sayWho(facts.editors),
      ...titlesBlock('Added', added, (id) => `${links.web}/my_lists/${facts.listId}/media/${id}`),
      ...titlesBlock('Removed', removed, (id) => `${links.web}/discover/media/${id}`),
      button('Open the list', `${links.web}/my_lists/${facts.listId}`),
    ],
    because: 'you share this list',
  };
}
