import { expect, it } from 'vitest';
import { JsonText, writeJson } from './json-text.ts';

const coraline = new JsonText(['{"id":1,', Buffer.from('"title":"Coraline – “Ł”"')], (languages) =>
  languages.includes('pl') ? 'Koralina i "tajemnicze" drzwi' : null,
);

it('a reply has its titles in place, with the name in the language of the reader', () => {
  const reply = { media: [coraline, coraline], pagination: { page: 1 }, person: null };
  const written = (languages: string[]): unknown => JSON.parse(writeJson(reply, languages).toString());
  const title = { id: 1, title: 'Coraline – “Ł”', local_title: null };
  expect(written([])).toEqual({ media: [title, title], pagination: { page: 1 }, person: null });
  const named = { ...title, local_title: 'Koralina i "tajemnicze" drzwi' };
  expect(written(['pl'])).toEqual({ media: [named, named], pagination: { page: 1 }, person: null });
});

it('a title with further fields leaves the title that it was made of as it was', () => {
  const voted = coraline.with({ group_vote: { yes: 2 }, note: 'a "quote"' });
  expect(JSON.parse(writeJson(voted, []).toString())).toEqual({
    id: 1,
    title: 'Coraline – “Ł”',
    local_title: null,
    group_vote: { yes: 2 },
    note: 'a "quote"',
  });
  expect(JSON.parse(writeJson(coraline, []).toString())).not.toHaveProperty('note');
});

it('a reply without titles is written as JSON.stringify writes it', () => {
  const reply = {
    text: '}],"\u2028',
    absent: undefined,
    'a "name"': [1, -0.5, true, null, [], {}],
    deep: { list: [{ a: undefined, b: '' }] },
  };
  expect(writeJson(reply, []).toString()).toBe(JSON.stringify(reply));
});
