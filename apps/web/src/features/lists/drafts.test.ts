import { describe, expect, it } from 'vitest';
import { makeList } from '../../../test/media.ts';
import { addDraft, changesOf, draftsOf, inWordsOf, problemsOf } from './drafts.ts';

const own = makeList(1, { name: 'Rainy days' });
const foreign = makeList(2, { name: 'Theirs', is_owner: false });
const system = makeList(3, { name: 'Watch Later', can_manage: false });
const drafts = draftsOf([own, foreign, system]);

it('draftsOf returns drafts only of lists that the user can manage', () => {
  expect(drafts.map(({ name }) => name)).toEqual(['Rainy days', 'Theirs']);
  expect(changesOf(drafts)).toEqual([]);
});

it('changesOf returns new, renamed and deleted lists with trimmed names', () => {
  const [first, second] = drafts;
  if (!first || !second) throw new Error('two drafts are expected');
  const changed = addDraft(
    [
      { ...first, name: '  Sunny days ' },
      { ...second, gone: true },
    ],
    'x',
  ).map((draft) => (draft.list ? draft : { ...draft, name: ' New ' }));
  expect(changesOf(changed)).toEqual([
    { id: 1, name: 'Sunny days' },
    { id: 2, _destroy: true },
    { name: 'New' },
  ]);
  expect(inWordsOf(changed)).toBe('Create 1 list, rename 1 list, leave 1 list.');
});

describe('problemsOf', () => {
  const problems = (...names: string[]) => [
    ...problemsOf(
      names.map((name, index) => ({ key: String(index), list: null, name, gone: false })),
      'required',
      'taken',
    ).values(),
  ];
  it.each([
    [['a', 'b'], []],
    [['a', '  '], ['required']],
    [['a', ' A '], ['taken']],
  ])('returns for the names %j the problems %j', (names, found) => {
    expect(problems(...names)).toEqual(found);
  });

  it('allows the name of a list that is being deleted', () => {
    const going = drafts.map((draft) => ({ ...draft, gone: true }));
    const added = addDraft(going, 'x').map((draft) =>
      draft.list ? draft : { ...draft, name: 'Rainy days' },
    );
    expect(problemsOf(added, 'required', 'taken').size).toBe(0);
  });
});
