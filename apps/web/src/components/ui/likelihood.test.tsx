import { starsInWords } from '@marquee/contracts/in-words';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bandOf, Likelihood } from './likelihood.tsx';
import { StarsValue } from './stars.tsx';

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

test.each([
  [9, 'A sure thing'],
  [8.9, 'Likely'],
  [8, 'Likely'],
  [7.9, 'A gamble'],
  [4, 'A gamble'],
  [3.9, 'Probably not'],
])('a likelihood of %d is called “%s”', (value, words) => {
  const { container } = render(<Likelihood value={value} percent={false} />);
  expect(container.textContent).toBe(`Your match: ${words}`);
});

test('the percentage stands beside the words when it is asked for', () => {
  const { container } = render(<Likelihood value={8.2} percent />);
  expect(container.textContent).toBe('Your match: Likely82 %');
  expect(screen.getByText('82 %')).toBeTruthy();
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
