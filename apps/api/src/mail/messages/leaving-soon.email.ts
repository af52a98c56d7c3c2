import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { formatDay } from '#src/mail/format.ts';
import { defineOptionalMailToUser, isMember } from '#src/mail/mail.ts';
import { type Links, type Message, note, paragraph, toSubjectName } from '#src/mail/message.ts';
import { HOSTILE, SAMPLE_LINKS, SAMPLE_MOMENT, SAMPLE_TITLES } from '#src/mail/sample-values.ts';
import { readTitles, type TitleFacts } from '#src/mail/titles.ts';

interface Facts {
  /** At least one title, sorted by `leavingOn`. */
  titles: (TitleFacts & { provider: string; leavingOn: Date })[];
}

function toMessage({ titles }: Facts, links: Links): Message {
  const [first] = titles;
  return {
    subject:
      titles.length === 1 && first
        ? `“${toSubjectName(first.title)}” leaves soon`
        : `${titles.length} titles leave your streaming services soon`,
    preview: 'The last days of titles on your streaming services.',
    heading: 'Leaving soon',
    blocks: [
      paragraph`These titles leave your streaming services in the next two weeks.`,
      {
        kind: 'titles',
        heading: 'Last chance to watch',
        titles: titles.map(({ id, title, detail, provider, leavingOn }) => ({
          title,
          detail: `${detail} · on ${provider} until ${formatDay(leavingOn)}`,
          href: links.web + screenAddress(paths.discoverTitle, { mediaId: id }),
        })),
        more: 0,
      },
      note`Streaming services can change these dates at any time.`,
    ],
    because: 'you asked for a weekly email about titles that leave your streaming services',
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Titles that leave the user's providers, sorted by the day they leave. */
export const leavingSoon = defineOptionalMailToUser({
  optional: {
    preferences: ['leaving_soon'],
    name: 'weekly emails about titles that leave your streaming services',
  },
  payload: z.object({ mediumIds: z.array(Id).min(1) }),
  async write(user, { payload: { mediumIds } }, context) {
    const { facts, links } = context;
    if (!isMember(user, context)) return null;
    const offers = await facts.listOwnOffers(user.id, mediumIds);
    const leaving = new Map(
      offers
        .filter(({ leavingOn }) => leavingOn !== null && leavingOn >= today())
        .map((offer) => [offer.mediumId, offer]),
    );
    const titles = (await readTitles(facts, mediumIds)).flatMap((title) => {
      const { provider, leavingOn } = leaving.get(title.id) ?? {};
      return provider && leavingOn ? [{ ...title, provider, leavingOn: new Date(leavingOn) }] : [];
    });
    return titles.length > 0 ? toMessage({ titles }, links) : null;
  },
  samples: () => ({
    'leaving-soon': toMessage(
      { titles: SAMPLE_TITLES.map((title) => ({ ...title, provider: 'Disney+', leavingOn: SAMPLE_MOMENT })) },
      SAMPLE_LINKS,
    ),
    'leaving-soon-hostile': toMessage(
      { titles: [{ id: 1, title: HOSTILE, detail: 'Movie', provider: HOSTILE, leavingOn: SAMPLE_MOMENT }] },
      SAMPLE_LINKS,
    ),
  }),
});
