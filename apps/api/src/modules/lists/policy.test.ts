import type { ListType } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import {
  type Action,
  authorize,
  canManage,
  type Decision,
  decide,
  mayWithdraw,
  type Role,
  type Standing,
} from './policy.ts';

const standing = (role: Role, more: Partial<Standing> = {}): Standing => ({
  role,
  listType: 'custom',
  collaborate: false,
  shareAllowed: false,
  ...more,
});
const ACTIONS: Action[] = ['glimpse', 'see', 'edit', 'share', 'manage', 'leave', 'join'];

/** The expected decisions in the order of ACTIONS. y: allowed, n: refused (422), -: unknown (404). */
const TABLE: [string, Standing, string][] = [
  ['owner', standing('owner'), 'yyyyyny'],
  ['owner, collaborative', standing('owner', { collaborate: true }), 'yyyyyny'],
  ['member, collaborative', standing('member', { collaborate: true }), 'yyynnyy'],
  [
    'member, collaborative, may share',
    standing('member', { collaborate: true, shareAllowed: true }),
    'yyyynyy',
  ],
  ['member', standing('member'), 'yynnnyy'],
  ['member who may share', standing('member', { shareAllowed: true }), 'yynynyy'],
  ['invited', standing('invited'), 'ynnnnyy'],
  [
    'invited, collaborative, may share',
    standing('invited', { collaborate: true, shareAllowed: true }),
    'ynnnnyy',
  ],
  ['holder of the share code', standing('holder', { collaborate: true }), 'ynnnnny'],
  ['invited at an unproven address', standing('unproven', { shareAllowed: true }), '-------'],
  ['stranger', standing('stranger', { collaborate: true }), '-------'],
  ['Watch Later, owner', standing('owner', { listType: 'watch_later' }), 'yyynnnn'],
  ['Haven’t Watched, owner', standing('owner', { listType: 'havent_watched' }), 'yyynnnn'],
  ['Watch Later, stranger', standing('stranger', { listType: 'watch_later' }), '-------'],
  ['Haven’t Watched, holder of its code', standing('holder', { listType: 'havent_watched' }), '-------'],
  ['staff list', standing('guest', { listType: 'staff' }), 'yynnnnn'],
];

const DECISIONS: Record<string, Decision> = { y: 'allowed', n: 'refused', '-': 'unknown' };

describe('decide', () => {
  describe.each(TABLE)('%s', (_, who, row) => {
    it.each(ACTIONS.map((action, index) => [action, DECISIONS[row[index] ?? '']] as const))(
      'decides that the action %s is %s',
      (action, expected) => {
        expect(decide(who, action)).toBe(expected);
        if (expected === 'allowed') expect(() => authorize(who, action)).not.toThrow();
        else
          expect(() => authorize(who, action)).toThrow(
            expect.objectContaining({ code: expected === 'refused' ? 'not_permitted' : 'not_found' }),
          );
      },
    );
  });
});

describe('can_manage', () => {
  const listTypes: ListType[] = ['custom', 'watch_later', 'havent_watched', 'staff'];
  const roles: Role[] = ['owner', 'member', 'invited', 'holder', 'guest', 'stranger'];
  it.each(listTypes.flatMap((listType) => roles.map((role) => [listType, role] as const)))(
    'is true only for custom lists that the user owns or joined: list type %s, role %s',
    (listType, role) => {
      const expected = listType === 'custom' && (role === 'owner' || role === 'member');
      expect(canManage(standing(role, { listType }))).toBe(expected);
    },
  );
});

it('mayWithdraw lets the owner withdraw any share, and a list member only their own invitations', () => {
  expect(mayWithdraw(standing('owner'), false)).toBe(true);
  expect(mayWithdraw(standing('member', { shareAllowed: true }), true)).toBe(true);
  expect(mayWithdraw(standing('member', { shareAllowed: true }), false)).toBe(false);
});
