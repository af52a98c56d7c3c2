import { expect, it } from 'vitest';
import { toLoggedError } from './log-error.ts';

/** Prisma stores the values of the refused row in a nested field of the error. */
const refused = Object.assign(new Error('Database error. Code: `23514`'), {
  name: 'PrismaClientKnownRequestError',
  code: 'P2039',
  meta: {
    driverAdapterError: { cause: { detail: 'Failing row contains (1, ada@example.com, $2b$12$secret).' } },
  },
});

it('toLoggedError returns message and stack, but not the values of the row', () => {
  const logged = toLoggedError(refused);
  expect(logged).toMatchObject({
    type: 'PrismaClientKnownRequestError',
    code: 'P2039',
    message: 'Database error. Code: `23514`',
    stack: expect.stringContaining('log-error.test.ts'),
  });
  expect(JSON.stringify(logged)).not.toMatch(/ada|secret/);
});

it('toLoggedError includes causes, and removes email addresses from messages', () => {
  const error = new Error('not sent', {
    cause: new Error('450 <ada@example.com> is busy', { cause: refused }),
  });
  const logged = toLoggedError(error);
  expect(logged).toMatchObject({
    message: 'not sent',
    cause: { message: '450 <<address>> is busy', cause: { code: 'P2039' } },
  });
  expect(JSON.stringify(logged)).not.toMatch(/ada|secret/);
});

it('toLoggedError removes the arguments that Prisma quotes for an invalid call', () => {
  const error = Object.assign(
    new Error(
      "\nInvalid `prisma.user.update()` invocation:\n\n{\n  data: {\n    firstName: 'Ada'\n  }\n}\n\nArgument `id` is missing.",
    ),
    { name: 'PrismaClientValidationError' },
  );
  expect(toLoggedError(error)).toMatchObject({ message: 'Argument `id` is missing.' });
  expect(JSON.stringify(toLoggedError(error))).not.toContain('Ada');
});

it('toLoggedError accepts values that are not errors, and circular causes', () => {
  expect(toLoggedError('ada@example.com')).toEqual({ type: 'string' });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(toLoggedError(circle)).match(/"message"/g)).toHaveLength(5);
});
