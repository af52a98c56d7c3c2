import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bandOf, Likelihood } from './likelihood.tsx';
import { StarsValue, starsInWords } from './stars.tsx';

test.each([
  [0, 'low'],
  [3.9, 'low'],
  [4, 'mid'],
  [7.9, 'mid'],
  [8, 'high'],
  [10, 'high'],
])('bandOf puts a likelihood of %d into the band %s', (value, band) => {
  expect(bandOf(value)).toBe(band);
});

test('the likelihood is shown as a percentage with its meaning in words', () => {
  render(<Likelihood value={8.2} />);
  expect(screen.getByText('82 %').parentElement?.textContent).toBe('82 % likely you’ll like it');
});

test.each([
  [1, '0.5 stars'],
  [2, '1 star'],
  [7, '3.5 stars'],
])('starsInWords formats a rating of %d as %s', (rating, words) => {
  expect(starsInWords(rating)).toBe(words);
});

test.each([
  [9, '4'],
  [10, '5'],
  [1, '0'],
])('a card shows a rating of %d as one star and the number %s', (rating, shown) => {
  const { container } = render(<StarsValue rating={rating} />);
  expect(container.textContent).toContain(shown);
});
