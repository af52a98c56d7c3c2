import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { count, formatDayOf } from '#src/mail/format.ts';
import { type AddressedEmail, defineOptionalMail, type MailContext, wants } from '#src/mail/mail.ts';
import {
  button,
  type Links,
  link,
  type Message,
  name,
  note,
  paragraph,
  toSubjectName,
} from '#src/mail/message.ts';
import { HOSTILE, SAMPLE_LINKS, SAMPLE_MOMENT, UNBROKEN } from '#src/mail/sample-values.ts';

interface Facts {
  inviterName: string;
  listName: string;
  titleCount: number;
  code: string;
  expiresAt: Date | null;
  /** That of the invited user. */
  timeZone: string | null;
  /** The invited address when it has no account; otherwise null. */
  newAddress: string | null;
}

function toMessage(facts: Facts, links: Links): Message {
  const inviter = name(facts.inviterName);
  const list = name(facts.listName);
  const size = count(facts.titleCount, 'title');
  const until = facts.expiresAt
    ? [note`The invitation is open until ${formatDayOf(facts.expiresAt, facts.timeZone)}.`]
    : [];
  return {
    // The subject to an address without an account contains no text of the inviter, which could be
    // advertising.
    subject:
      facts.newAddress === null
        ? `${toSubjectName(facts.inviterName)} shares the list “${toSubjectName(facts.listName)}” with you`
        : 'Someone shares a list with you on Marquee',
    preview: `The list has ${size}. Accept the invitation to add it to your lists.`,
    heading: facts.listName,
    blocks: [
      paragraph`${inviter} shares the list ${list} with you. It has ${size}.`,
      ...(facts.newAddress === null
        ? []
        : [
            paragraph`Marquee recommends movies and series and shows which of your streaming services have them. To see the list, sign up with the address ${facts.newAddress}.`,
          ]),
      button('Accept the invitation', links.web + screenAddress(paths.acceptList, { code: facts.code })),
      note`If you do not want to join, ${link('reject the invitation', links.web + screenAddress(paths.rejectList, { code: facts.code }))} or ignore this email.`,
      ...until,
    ],
    because: `${toSubjectName(facts.inviterName)} invited this address to a list on Marquee`,
  };
}

type Share = NonNullable<Awaited<ReturnType<MailContext['facts']['findShare']>>>;
interface Invited {
  recipient: NonNullable<AddressedEmail['recipient']>;
  timeZone: string | null;
}

/** Returns the invited user or address. Null when this recipient has turned invitations off. */
async function findRecipient(
  shareId: number,
  share: Share,
  { facts, secrets, refusesInvitations }: MailContext,
): Promise<Invited | null> {
  const user = share.userId ? await facts.findUser(share.userId) : await facts.findUserByEmail(share.email);
  if (user)
    return user.disabledAt || !wants(user, 'shared_list')
      ? null
      : { recipient: { kind: 'member', userId: user.id }, timeZone: user.timeZone };
  const addressHash = secrets.hashMailbox(share.email);
  // Links in earlier mails have the hash of the address as it was written.
  const hashes = [addressHash, secrets.hashAddress(share.email)];
  return (await refusesInvitations(hashes))
    ? null
    : { recipient: { kind: 'address', addressHash, shareId }, timeZone: null };
}

const SAMPLE = {
  inviterName: 'Ada42',
  listName: 'Rainy Sundays',
  timeZone: null,
  code: '4f1c9a3e-1d2b-4c3d-9e8f-0a1b2c3d4e5f',
};

/** Sent to the invited address of a share, with or without an account. */
export const invitation = defineOptionalMail({
  owner: 'optional',
  optional: { preferences: ['shared_list'], name: 'emails with invitations to shared lists' },
  payload: z.object({ shareId: Id }),
  async write({ payload: { shareId } }, context) {
    const share = await context.facts.findShare(shareId);
    // An invitation stays open while a member by link has not proven its address.
    const isWaiting = share?.user?.emailVerifiedAt === null && share.expiresAt !== null;
    if (!share || (share.state === 'accepted' && !isWaiting)) return null;
    if (share.expiresAt && share.expiresAt <= new Date()) return null;
    const invited = await findRecipient(shareId, share, context);
    if (!invited) return null;
    const { recipient, timeZone } = invited;
    const { email, list, code, expiresAt } = share;
    const facts: Facts = {
      inviterName: share.invitedBy?.displayName ?? list.owner?.displayName ?? 'A Marquee user',
      listName: list.name,
      titleCount: list.mediaCount,
      code,
      expiresAt,
      timeZone,
      newAddress: recipient.kind === 'member' ? null : email,
    };
    return { to: email, recipient, message: toMessage(facts, context.links) };
  },
  samples: () => ({
    'invitation-member': toMessage(
      { ...SAMPLE, titleCount: 12, expiresAt: SAMPLE_MOMENT, newAddress: null },
      SAMPLE_LINKS,
    ),
    'invitation-new': toMessage(
      { ...SAMPLE, titleCount: 1, expiresAt: SAMPLE_MOMENT, newAddress: 'bob@marquee.example' },
      SAMPLE_LINKS,
    ),
    'invitation-hostile': toMessage(
      {
        ...SAMPLE,
        inviterName: HOSTILE,
        listName: `${HOSTILE} ${UNBROKEN}`,
        titleCount: 0,
        expiresAt: null,
        newAddress: `${'long'.repeat(20)}@marquee.example`,
      },
      SAMPLE_LINKS,
    ),
  }),
});
