import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Fact, ListRef, TitleHint } from '../records.ts';
import type { WorkContext } from '../work-context.ts';
import { chooseMatch } from './confidence.ts';
import { firstViewIn } from './merge-facts.ts';
import type { WaitingTitle } from './waiting.repository.ts';

const PAGE = 500;

const WaitingFacts = z.array(z.object({ fact: Fact, list: ListRef.nullable() }));

const keyOf = ({ type, name }: ListRef): string => `${type} ${name}`;

/** Returns those of the titles that the catalogue has now, without a question to the member. */
async function findArrived(
  { repos }: WorkContext,
  waiting: readonly WaitingTitle[],
): Promise<WaitingTitle[]> {
  const arrived: WaitingTitle[] = [];
  for (let from = 0; from < waiting.length; from += PAGE) {
    const page = waiting.slice(from, from + PAGE);
    const hints = page.map(({ hint }) => TitleHint.parse(hint));
    const candidates = Map.groupBy(await repos.titleLookup.listCandidates(hints), ({ at }) => at);
    arrived.push(
      ...page.filter(({ facts }, at) => {
        const hint = hints[at];
        const viewedIn = firstViewIn(WaitingFacts.parse(facts));
        return hint && chooseMatch(hint, candidates.get(at) ?? [], viewedIn).match === 'matched';
      }),
    );
  }
  return arrived;
}

/** Makes an import of titles of one source, which the worker matches and applies like every other import. */
async function createImport(
  { withTransaction }: WorkContext,
  userId: number,
  source: string,
  titles: readonly WaitingTitle[],
): Promise<boolean> {
  return withTransaction(async (tx) => {
    await tx.imports.lockUser(userId);
    if (await tx.imports.isRunning(userId)) return false;
    const stored = await tx.importWaiting.take(
      userId,
      titles.map(({ id }) => id),
    );
    if (stored.length === 0) return true;
    const parsed = stored.map((title) => ({ ...title, facts: WaitingFacts.parse(title.facts) }));
    const lists = new Map(
      parsed.flatMap(({ facts }) =>
        facts.flatMap(({ list }) => (list ? [[keyOf(list), list] as const] : [])),
      ),
    );
    const places = new Map([...lists.keys()].map((key, at) => [key, at]));
    const row = await tx.imports.createLate({
      userId,
      source,
      sha256: `late-${randomUUID()}`,
      lists: [...lists.values()],
    });
    const rows = parsed.flatMap(({ key, hint, facts }) =>
      facts.map(({ fact, list }) => ({
        key,
        hint: TitleHint.parse(hint),
        fact,
        list: list ? (places.get(keyOf(list)) ?? null) : null,
      })),
    );
    await tx.importTitles.addRows(
      row,
      // The lists are applied behind the last sequence number, which is 0 at first.
      rows.map((entry, at) => ({ seq: at + 1, ...entry })),
    );
    await tx.importTitles.completeTitles(row);
    await tx.outbox.add({ kind: 'import_work', userId, payload: { importId: row.id } });
    return true;
  });
}

/**
 * Makes an import of the waiting titles of a user that the catalogue has now, one for each source.
 * @returns false when another import of the user runs, so that titles may be left.
 */
export async function matchLate(context: WorkContext, userId: number): Promise<boolean> {
  const arrived = await findArrived(context, await context.repos.importWaiting.list(userId));
  for (const [source, titles] of Map.groupBy(arrived, (title) => title.source))
    if (!(await createImport(context, userId, source, titles))) return false;
  return true;
}
