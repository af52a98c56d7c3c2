// Loads of many accounts at once for the benchmark `abuse`: strangers who write to what they share with members, and uploads
// that never end.
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createList, createUser } from '@marquee/api/test/factories.ts';
import { LIMITS } from '@marquee/contracts';
import type { PrismaClient, User } from '@marquee/prisma';

const TITLES = 40;

export interface Crowd {
  users: User[];
  /** The lists of each user, which `members` share. */
  listIds: number[];
  emails: string[];
  mediumIds: number[];
}

/** Creates accounts whose lists are shared with all members, and titles that they add and remove. */
export async function createCrowd(
  prisma: PrismaClient,
  members: readonly User[],
  accounts: number,
): Promise<Crowd> {
  const users: User[] = [];
  const listIds: number[] = [];
  for (let at = 0; at < accounts; at++) {
    const user = await createUser(prisma);
    const shares = members.map((member) => ({ user: member, state: 'accepted' as const }));
    const list = await createList(prisma, user, { shares });
    users.push(user);
    listIds.push(list.id);
  }
  const media = await prisma.medium.findMany({ select: { id: true }, orderBy: { id: 'asc' }, take: TITLES });
  return {
    users,
    listIds,
    emails: members.map(({ email }) => email),
    mediumIds: media.map(({ id }) => id),
  };
}

/**
 * Each account repeats invitations and adds titles to its shared list for `ms`, as often as the limit of calls allows an
 * account. Returns the number of calls.
 */
export async function writeInCrowd(
  address: string,
  { listIds, emails, mediumIds }: Crowd,
  tokens: readonly string[],
  ms: number,
): Promise<number> {
  const until = Date.now() + ms;
  let calls = 0;
  const send = async (token: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const reply = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await reply.arrayBuffer();
    calls++;
  };
  const act = async (token: string, at: number): Promise<void> => {
    const list = `/api/v1/user_lists/${listIds[at]}`;
    for (let turn = 0; Date.now() < until; turn++) {
      const pause = sleep(LIMITS.calls.windowMs / LIMITS.calls.max);
      if (turn % 2 === 0)
        await send(token, `${list}/share`, {
          user_list: { share_items: emails.map((email) => ({ email })) },
        });
      else
        await send(token, `${list}/user_list_media`, {
          user_list_medium: { medium_id: mediumIds[turn % mediumIds.length] },
        });
      await pause;
    }
  };
  await Promise.all(tokens.map(act));
  return calls;
}

const listFolders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('marquee-import-'));

const temporaryBytes = (before: ReadonlySet<string>): number =>
  listFolders()
    .filter((name) => !before.has(name))
    .reduce(
      (sum, name) => sum + (statSync(join(tmpdir(), name, 'upload'), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );

export interface HeldUploads {
  /** The most bytes of temporary files, also of other processes of this machine that began meanwhile. */
  peakBytes: number;
  /** Replies of /readyz that were not 200. */
  unready: number;
}

/**
 * Each account announces a file of 50 MB, sends most of it and then nothing, again and again, for `ms`. Looks at /readyz
 * meanwhile.
 */
export async function holdUploads(
  address: string,
  tokens: readonly string[],
  ms: number,
): Promise<HeldUploads> {
  const { hostname, port } = new URL(address);
  const until = Date.now() + ms;
  const bytes = 50 * 2 ** 20;
  const block = Buffer.alloc(2 ** 20, 'x');
  const hold = async (token: string): Promise<void> => {
    while (Date.now() < until) {
      const socket = connect(Number(port), hostname);
      // A refused upload is reset while it is sent.
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(
        `POST /api/v1/user/imports HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\n`,
      );
      for (let sent = 0; sent < bytes - block.length && !socket.destroyed; sent += block.length)
        if (!socket.write(block)) await sleep(5);
      while (!socket.destroyed && Date.now() < until) await sleep(50);
      socket.destroy();
    }
  };
  const before = new Set(listFolders());
  const held: HeldUploads = { peakBytes: 0, unready: 0 };
  const look = async (): Promise<void> => {
    while (Date.now() < until) {
      const reply = await fetch(`${address}/readyz`);
      await reply.arrayBuffer();
      if (reply.status !== 200) held.unready++;
      held.peakBytes = Math.max(held.peakBytes, temporaryBytes(before));
      await sleep(50);
    }
  };
  await Promise.all([look(), ...tokens.map(hold)]);
  return held;
}
