import { Email, NewPassword } from '@marquee/contracts';
import { expect, test } from 'vitest';
import { emailProblem, isValidPassword } from './rules.ts';

test.each([
  ['', false],
  ['abcdef1', false],
  ['abcdefg1', true],
  ['abcdefgh', false],
  [`${'a'.repeat(31)}1`, true],
  [`${'a'.repeat(32)}1`, false],
  ['        1', true],
  [`${'😀'.repeat(17)}1`, true],
  [`${'😀'.repeat(18)}1`, false],
])('isValidPassword(%j) returns %s, as the schema of the contract does', (password, valid) => {
  expect(isValidPassword(password)).toBe(valid);
  expect(NewPassword.safeParse(password).success).toBe(valid);
});

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['ada', 'Email is invalid'],
  ['ada@example', 'Email is invalid'],
  ['a da@example.com', 'Email is invalid'],
  ['ada@example.com', undefined],
  [' ada@sub.example.com ', undefined],
])('emailProblem(%j) returns %j, as the schema of the contract does', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
  expect(Email().safeParse(email).error?.issues[0]?.message).toBe(problem);
});
