import type { Award } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { awardsInWords } from './awards.ts';

const award = (prize: string, result: Award['result'] = 'won', event = 'oscar', year = 2020): Award => ({
  event,
  year,
  prize,
  category: 'best picture',
  result,
});
const times = (count: number, one: Award): Award[] => Array.from({ length: count }, () => one);

describe('the awards of a title in words', () => {
  it.each<[string, Award[]]>([
    ['', []],
    [
      'Palme d’Or 2019 · four Oscars · one BAFTA',
      [
        award("palme d'or", 'won', 'cannes', 2019),
        ...times(4, award('oscar')),
        award('bafta film award'),
        award('golden globe'),
      ],
    ],
    ['At least 10 Oscars', times(10, award('oscar'))],
    [
      'Seven Oscars · at least three BAFTAs',
      [...times(7, award('oscar')), ...times(3, award('bafta film award'))],
    ],
    [
      'Eight Oscars · one BAFTA · at least one Golden Globe',
      [...times(8, award('oscar')), award('bafta film award'), award('golden globe')],
    ],
    ['Four Oscars', [...times(4, award('oscar')), ...times(6, award('oscar', 'nominated'))]],
    [
      'Nominated for at least four Oscars',
      [...times(6, award('a prize of a magazine')), ...times(4, award('oscar', 'nominated'))],
    ],
    ['One Oscar', [award('oscar'), award('golden globe', 'nominated')]],
    ['Nominated for two Oscars', times(2, award('oscar', 'nominated'))],
    ['Nominated for the Palme d’Or', [award("palme d'or", 'nominated', 'cannes')]],
    [
      'Two Oscars · in the National Film Registry',
      [...times(2, award('oscar')), award('national film registry', 'won', 'film-registry')],
    ],
    ['In the National Film Registry', [award('national film registry', 'won', 'film-registry')]],
    ['', [award('a prize of a magazine')]],
  ])('%s', (line, awards) => {
    expect(awardsInWords(awards)).toBe(line);
  });
});
