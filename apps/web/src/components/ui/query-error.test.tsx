import { ApiError } from '@marquee/contracts/client';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QueryError } from './query-error.tsx';

test.each([
  [503, true],
  [422, false],
])('after an answer of %i, Try again is offered: %s', (status, isOffered) => {
  render(
    <QueryError
      of={{
        error: new ApiError(status, { errors: { query: ['Please use at most 200 characters'] } }),
        refetch: async () => undefined,
      }}
    />,
  );
  expect(screen.getByText(/at most 200 characters/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(isOffered);
});
