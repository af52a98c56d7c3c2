import type { UserList } from '@marquee/contracts';
import { comparable } from '@marquee/contracts/plain-text';
import * as texts from '@marquee/contracts/texts';
import type { ListChange } from './api.ts';

/** A list in the Manage lists dialog: the stored list (null for a new list) and its edits. */
export interface Draft {
  key: string;
  list: UserList | null;
  name: string;
  gone: boolean;
}

export function draftsOf(lists: readonly UserList[]): Draft[] {
  return lists
    .filter((list) => list.can_manage)
    .map((list) => ({ key: String(list.id), list, name: list.name, gone: false }));
}

/** Returns the drafts and a new draft without a name. `prefix` makes the key of the new draft unique. */
export function addDraft(drafts: readonly Draft[], prefix: string): Draft[] {
  const number = drafts.filter((draft) => draft.list === null).length + drafts.length;
  return [...drafts, { key: `${prefix}-${number}`, list: null, name: '', gone: false }];
}

/** The two lists that everybody has and nobody manages. */
const SYSTEM = [texts.watchLater, texts.haventWatched].map(comparable);

/** Returns the error of each draft name by draft key. A name must not be empty or used by another list. */
export function problemsOf(drafts: readonly Draft[], required: string, taken: string): Map<string, string> {
  const problems = new Map<string, string>();
  const seen = new Set<string>(SYSTEM);
  for (const { key, list, name, gone } of drafts) {
    if (gone || (list && !list.is_owner)) continue;
    const plain = comparable(name);
    if (plain === '') problems.set(key, required);
    else if (seen.has(plain)) problems.set(key, taken);
    seen.add(plain);
  }
  return problems;
}

export function changesOf(drafts: readonly Draft[]): ListChange[] {
  return drafts.flatMap(({ list, name, gone }): ListChange[] => {
    if (!list) return [{ name: name.trim() }];
    if (gone) return [{ id: list.id, _destroy: true }];
    return name.trim() === list.name ? [] : [{ id: list.id, name: name.trim() }];
  });
}

/** Describes the changes: `Create 1 list, rename 2 lists, leave 1 list.` */
export function inWordsOf(drafts: readonly Draft[]): string {
  const count = (test: (draft: Draft) => boolean) => drafts.filter(test).length;
  const added = count(({ list }) => list === null);
  const renamed = count(({ list, name, gone }) => list !== null && !gone && name.trim() !== list.name);
  const deleted = count(({ list, gone }) => gone && list?.is_owner === true);
  const left = count(({ list, gone }) => gone && list?.is_owner === false);
  const lists = (number: number) => `${number} ${number === 1 ? 'list' : 'lists'}`;
  const words = [
    added > 0 && `create ${lists(added)}`,
    renamed > 0 && `rename ${lists(renamed)}`,
    deleted > 0 && `delete ${lists(deleted)} for everyone`,
    left > 0 && `leave ${lists(left)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
