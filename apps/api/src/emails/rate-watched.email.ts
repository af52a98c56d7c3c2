import {
  type Block,
  button,
  type Links,
  type Message,
  name,
  note,
  paragraph,
  toSubjectName,
} from './message.ts';

interface Facts {
  /** At least one, newest first. */
  titles: { id: number; title: string; detail: string }[];
}

export function rateWatchedEmail({ titles }: Facts, links: Links): Message {
  const [first] = titles;
  const one = titles.length === 1 && first;
  const toHref = (id: number): string => `${links.web}/rating/media/${id}`;
  const list: Block = {
    kind: 'titles',
    heading: 'Rate them on Marquee',
    titles: titles.map(({ id, title, detail }) => ({ title, detail, href: toHref(id) })),
    more: 0,
  };
  return {
    subject: one
      ? `Did you watch “${toSubjectName(one.title)}”?`
      : `Did you watch these ${titles.length} titles?`,
    preview: 'Rate what you saw, and the next recommendations know.',
    heading: one ? 'Did you watch it?' : 'Did you watch them?',
    blocks: [
      one
        ? paragraph`You went to see ${name(one.title)}. If you watched it, say how it was: the next recommendations will know.`
        : paragraph`You went to see these titles. If you watched them, say how they were: the next recommendations will know.`,
      one ? button('Rate it', toHref(one.id)) : list,
      note`Did not get round to it? There is nothing to do.`,
    ],
    because: 'you followed a link to a streaming service',
  };
}
