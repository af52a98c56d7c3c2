import { expect, it } from 'vitest';
import { makeGroup, makeMedium, titles } from '../../../test/media.ts';
import { leadOf } from './lead.ts';

it('leadOf returns the likeliest recommendation that is neither hidden nor rated', () => {
  const media = [
    makeMedium(1, { rating: 0 }),
    makeMedium(2, { hidden: true }),
    makeMedium(3),
    makeMedium(4, { likelyhood: 9 }),
  ];
  expect(leadOf([makeGroup('recent', titles([9])), makeGroup('recommended', media)])?.id).toBe(4);
  expect(leadOf([])).toBeUndefined();
});

it('leadOf keeps a title that has just been rated while its stars are open', () => {
  const media = [makeMedium(3, { rating: 8, likelyhood: 9 }), makeMedium(4, { likelyhood: 5 })];
  expect(leadOf([makeGroup('recommended', media)], 3)?.id).toBe(3);
  expect(leadOf([makeGroup('recommended', media)])?.id).toBe(4);
});
