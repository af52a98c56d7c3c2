import { describe, expect, it } from 'vitest';
import { findForeignLicences, isAllowed, readAudit } from './dependencies.mjs';

describe('the check of licenses', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT and ISC', true],
    ['MIT AND GPL-3.0', false],
    ['AGPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['Unknown', false],
  ])('isAllowed(%j) is %s', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
  });

  it('reports each package whose license is neither allowed nor an exception', () => {
    const packages = [
      { name: 'elkjs', versions: ['1.0.0'] },
      { name: 'other', versions: ['1.0.0', '2.0.0'] },
    ];
    expect(findForeignLicences({ MIT: packages, 'EPL-2.0': packages })).toEqual([
      'other@1.0.0, 2.0.0: the licence EPL-2.0 is not on the list',
    ]);
  });
});

describe('the check of vulnerabilities', () => {
  const advisory = { module_name: 'a', title: 'Bad', url: 'https://example.com/1' };

  it('reports each vulnerability that the registry lists, unless its severity is low', () => {
    const advisories = { 1: { ...advisory, severity: 'high' }, 2: { ...advisory, severity: 'low' } };
    expect(readAudit(JSON.stringify({ advisories }))).toEqual({
      problems: ['a: high: Bad (https://example.com/1)'],
    });
  });

  it.each([
    ['', 'no answer'],
    ['<html>', 'no answer'],
    ['{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}', 'ERR_PNPM_AUDIT_BAD_RESPONSE'],
    ['{}', 'an answer of another form'],
  ])('returns a note and no problem when the output of the audit is %j', (answer, note) => {
    expect(readAudit(answer)).toEqual({ note, problems: [] });
  });
});
