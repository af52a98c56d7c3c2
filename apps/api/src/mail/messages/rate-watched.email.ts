import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineOptionalMailToUser } from '#src/mail/mail.ts';
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
import { SAMPLE_LINKS, SAMPLE_TITLES } from '#src/mail/sample-values.ts';
import { readTitles, type TitleFacts } from '#src/mail/titles.ts';

interface Facts {
  /** At least one title, newest first. */
  titles: TitleFacts[];
}

function toMessage({ titles }: Facts, links: Links): Message {
  const [first] = titles;
  const one = titles.length === 1 && first;
  const toHref = (id: number): string => links.web + screenAddress(paths.ratingTitle, { mediaId: id });
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

/** Asks whether the user watched the titles after following their offer links. The newest title is first. */
export const rateWatched = defineOptionalMailToUser({
  optional: { preferences: ['rate_movie_watched'], name: 'emails that ask what you watched' },
  payload: z.object({ mediumIds: z.array(Id).min(1) }),
  async write(user, { payload: { mediumIds } }, { facts, links }) {
    const rated = new Set(await facts.listRatedIds(user.id, mediumIds));
    const titles = await readTitles(
      facts,
      mediumIds.filter((id) => !rated.has(id)),
    );
    return titles.length > 0 ? toMessage({ titles }, links) : null;
  },
  samples: () => ({
    'rate-watched': toMessage({ titles: SAMPLE_TITLES.slice(0, 1) }, SAMPLE_LINKS),
    'rate-watched-several': toMessage({ titles: SAMPLE_TITLES }, SAMPLE_LINKS),
  }),
});
