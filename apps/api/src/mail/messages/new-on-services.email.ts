import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineOptionalMailToUser, isMember } from '#src/mail/mail.ts';
import { type Links, type Message, paragraph, toSubjectName } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_TITLES } from '#src/mail/sample-values.ts';
import { readTitles, type TitleFacts } from '#src/mail/titles.ts';

interface Facts {
  /** At least one title, sorted by popularity, highest first. */
  titles: (TitleFacts & { provider: string })[];
}

function toMessage({ titles }: Facts, links: Links): Message {
  const [first] = titles;
  return {
    subject:
      titles.length === 1 && first
        ? `“${toSubjectName(first.title)}” is new on ${toSubjectName(first.provider)}`
        : `${titles.length} new titles on your streaming services`,
    preview: 'What your streaming services added this week.',
    heading: 'New on your streaming services',
    blocks: [
      paragraph`Your streaming services added these titles.`,
      {
        kind: 'titles',
        heading: 'New this week',
        titles: titles.map(({ id, title, detail, provider }) => ({
          title,
          detail: `${detail} · on ${provider}`,
          href: links.web + screenAddress(paths.discoverTitle, { mediaId: id }),
        })),
        more: 0,
      },
    ],
    because: 'you asked for a weekly email about new titles on your streaming services',
  };
}

/** New titles on the user's providers, sorted by popularity, highest first. */
export const newOnServices = defineOptionalMailToUser({
  optional: {
    preferences: ['new_on_services'],
    name: 'weekly emails about new titles on your streaming services',
  },
  payload: z.object({ mediumIds: z.array(Id).min(1) }),
  async write(user, { payload: { mediumIds } }, context) {
    const { facts, links } = context;
    if (!isMember(user, context)) return null;
    const offers = await facts.listOwnOffers(user.id, mediumIds);
    const providers = new Map(offers.map((offer) => [offer.mediumId, offer.provider]));
    const titles = (await readTitles(facts, mediumIds)).flatMap((title) => {
      const provider = providers.get(title.id);
      return provider ? [{ ...title, provider }] : [];
    });
    return titles.length > 0 ? toMessage({ titles }, links) : null;
  },
  samples: () => ({
    'new-on-services': toMessage(
      { titles: SAMPLE_TITLES.map((title) => ({ ...title, provider: 'Netflix' })) },
      SAMPLE_LINKS,
    ),
  }),
});
