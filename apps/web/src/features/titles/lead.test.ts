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
