import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { count } from '#src/mail/format.ts';
import { defineOptionalMailToUser, wants } from '#src/mail/mail.ts';
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
import { MANY_TITLES, SAMPLE_LINKS, SAMPLE_TITLES, UNBROKEN } from '#src/mail/sample-values.ts';
import { readTitles, type TitleFacts } from '#src/mail/titles.ts';

const SHOWN = 10;

interface Titles {
  /** The titles to name. The mail gives only the number of the other titles. */
  titles: TitleFacts[];
  total: number;
}

interface Facts {
  listId: number;
  listName: string;
  /** The display names of the users who changed the list. */
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

function toMessage(facts: Facts, links: Links): Message {
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
      ...titlesBlock(
        'Added',
        added,
        (id) => links.web + screenAddress(paths.listTitle, { listId: facts.listId, mediaId: id }),
      ),
      ...titlesBlock(
        'Removed',
        removed,
        (id) => links.web + screenAddress(paths.discoverTitle, { mediaId: id }),
      ),
      button('Open the list', links.web + screenAddress(paths.list, { listId: facts.listId })),
    ],
    because: 'you own or joined this list',
  };
}

const Change = z.object({ mediumId: Id, byUserId: Id });
const NO_TITLES: Titles = { titles: [], total: 0 };

/**
 * A job gathers the payload from the `list_edited` rows of a list (jobs/list-edits.ts). The user of the
 * outbox row is the recipient.
 */
export const listChanged = defineOptionalMailToUser({
  optional: {
    preferences: ['added_medium_to_list', 'removed_medium_from_list'],
    name: 'emails about changes to shared lists',
  },
  payload: z.object({ listId: Id, added: z.array(Change), removed: z.array(Change) }),
  async write(user, { payload }, { facts, links }) {
    const { listId } = payload;
    const added = wants(user, 'added_medium_to_list') ? payload.added : [];
    const removed = wants(user, 'removed_medium_from_list') ? payload.removed : [];
    const list = await facts.findList(listId);
    const isOnList = list?.ownerId === user.id || list?.shares.some(({ userId }) => userId === user.id);
    if (!list || !isOnList || added.length + removed.length === 0) return null;
    const editors = await facts.listDisplayNames([
      ...new Set([...added, ...removed].map((change) => change.byUserId)),
    ]);
    const read = async (changes: typeof added): Promise<Titles> => ({
      titles: await readTitles(
        facts,
        changes.slice(0, SHOWN).map((change) => change.mediumId),
      ),
      total: changes.length,
    });
    return toMessage(
      {
        listId,
        listName: list.name,
        editors: editors.map((editor) => editor.displayName),
        added: await read(added),
        removed: await read(removed),
      },
      links,
    );
  },
  samples: () => ({
    'list-changed': toMessage(
      {
        listId: 3,
        listName: 'Rainy Sundays',
        editors: ['Ada42', 'Bob7', 'Cem'],
        added: { titles: SAMPLE_TITLES, total: 4 },
        removed: { titles: SAMPLE_TITLES.slice(0, 1), total: 1 },
      },
      SAMPLE_LINKS,
    ),
    'list-changed-many': toMessage(
      {
        listId: 3,
        listName: UNBROKEN.slice(0, 100),
        editors: ['Ada42'],
        added: { titles: MANY_TITLES, total: 480 },
        removed: NO_TITLES,
      },
      SAMPLE_LINKS,
    ),
  }),
});
