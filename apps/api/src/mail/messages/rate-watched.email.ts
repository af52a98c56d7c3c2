import {
  type Block,
  button,
  type Links,
  type Message,
  name,
  note,
  paragraph,
  toSubjectName,
} from '#src/mail/message.ts';

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
    preview: 'Your rating improves your recommendations.',
    heading: one ? 'Did you watch it?' : 'Did you watch them?',
    blocks: [
      one
        ? paragraph`You followed a link to ${name(one.title)}. If you watched it, please rate it. Your rating improves your recommendations.`
        : paragraph`You followed links to these titles. If you watched them, please rate them. Your ratings improve your recommendations.`,
      one ? button('Rate it', toHref(one.id)) : list,
      note`If you have not watched ${one ? 'it' : 'them'}, ignore this email.`,
    ],
    because: 'you followed a link to a streaming service',
  };
}
