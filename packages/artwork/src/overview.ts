import { describeKind } from './overview-words.ts';
import { hash } from './seed.ts';

/**
 * Composes an overview from the facts of a title when its source has none: makers, year, countries and cast. It says
 * nothing about the plot.
 */

interface Maker {
  name: string;
  /** The source's id of the person. */
  id: string | null;
}

export interface OverviewFacts {
  /** The source's id of the title; it selects among equal wordings. */
  key: string;
  title: string;
  type: 'movie' | 'series';
  release_year: number | null;
  runtime_minutes: number | null;
  seasons: number | null;
  /** The leading genre first. */
  genres: string[];
  /** ISO 3166 codes. */
  countries: string[];
  directors: Maker[];
  /** In billing order. */
  cast: (Maker & { character: string | null })[];
}

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const number = (value: number): string => NUMBERS[value] ?? String(value);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const article = (noun: string): string => (/^(?:[aeio]|u(?!ni|k|ru|s\b))/i.test(noun) ? 'an' : 'a');
const a = (noun: string): string => `${article(noun)} ${noun}`;
const possessive = (name: string): string => `${name}’s`;

function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${number(rest)} minute${rest === 1 ? '' : 's'}`;
  const whole = hours === 1 ? 'an hour' : `${number(hours)} hours`;
  return rest === 0 ? whole : `${whole} and ${number(rest)} minute${rest === 1 ? '' : 's'}`;
}

/** A part to mention: not “Self”, “(voice)”, a job title, a list or the player's own name. */
function part(character: string | null, player: string): string | null {
  const name = (character ?? '')
    .replace(/\([^)]*\)/g, '')
    .split(/\s*[/|]\s*/)[0]
    ?.replace(/\s+/g, ' ')
    .trim();
  if (name === undefined || name === player || name.length < 2 || name.length > 32) return null;
  return /^\p{Lu}[^,;:#"\d]*$/u.test(name) &&
    !/\b(?:self|himself|herself|themselves|narrator|host|various|voice|additional)\b/i.test(name)
    ? name.replace(/^(?:An?|The) (?=\p{Lu})/u, (word) => word.toLowerCase())
    : null;
}

interface Player {
  name: string;
  part: string | null;
}

/** Picks an option by the hash of the title, with a different digit for every choice. */
function chooser(seed: string): <T>(...options: readonly [T, ...T[]]) => T {
  let value = hash(seed);
  return (...options) => {
    const chosen = options[value % options.length] ?? options[0];
    value = hash(String(value));
    return chosen;
  };
}

const billed = ({ name, part: role }: Player): string => (role === null ? name : `${name} as ${role}`);

function castSentence(
  players: readonly Player[],
  kind: 'documentary' | 'animated' | 'acted',
  type: OverviewFacts['type'],
  pick: ReturnType<typeof chooser>,
): string {
  const names = list(players.slice(0, 4).map((player) => player.name));
  if (players.length === 0) return '';
  if (kind === 'documentary')
    return players.length === 1
      ? pick(`It features ${names}.`, `With ${names}.`)
      : pick(`It features ${names}.`, `Those who appear include ${names}.`, `With ${names}.`);
  const parts = players.filter((player) => player.part !== null).slice(0, 3);
  if (kind === 'animated') {
    return parts.length > 1
      ? pick(
          `The voices include ${list(parts.map(billed))}.`,
          `The voice cast includes ${list(parts.map(billed))}.`,
        )
      : pick(`The voices include ${names}.`, `With the voices of ${names}.`);
  }
  const [lead, second, ...others] = players;
  if (lead === undefined) return '';
  if (lead.part !== null && second !== undefined) {
    const rest = list([second, ...others].slice(0, 3).map((player) => player.name));
    const beside = second.part === null ? second.name : `${second.name} is ${second.part}`;
    return pick(
      `${lead.name} plays ${lead.part}, alongside ${rest}.`,
      `${lead.name} is ${lead.part}${second.part === null ? `, with ${rest}` : `; ${beside}`}.`,
      `The cast is led by ${lead.name} as ${lead.part}, with ${rest}.`,
      `The cast includes ${list([lead, second, ...others].slice(0, 3).map(billed))}.`,
    );
  }
  return players.length === 1
    ? `${lead.name} stars.`
    : pick(
        `The cast includes ${names}.`,
        `With ${names}.`,
        `${names} ${type === 'series' ? 'lead the cast' : 'star'}.`,
      );
}

function openingSentence(
  facts: OverviewFacts,
  kind: string,
  director: string,
  pick: ReturnType<typeof chooser>,
): string {
  const { release_year: year, seasons, type } = facts;
  const from = year === null ? '' : pick(` from ${year}`, `, released in ${year}`);
  if (type === 'series') {
    const made = director === '' ? '' : `, directed by ${director}`;
    // Lists give the year of the first or of the last season, so the text claims neither.
    const before = year === null ? a(kind) : a(`${year} ${kind}`);
    const after = year === null ? a(kind) : `${a(kind)} from ${year}`;
    if (seasons === null || seasons < 2) return upper(`${pick(before, after)}${made}.`);
    const run = `${number(seasons)} seasons`;
    return upper(
      pick(`${before} in ${run}${made}.`, `${before}, ${run} long${made}.`, `${after}, ${run} long${made}.`),
    );
  }
  if (director === '') return upper(`${a(kind)}${from}.`);
  const dated = year === null ? kind : `${year} ${kind}`;
  return pick(
    upper(`${a(kind)}${from === '' ? '' : ` from ${year}`}, directed by ${director}.`),
    `${possessive(director)} ${dated}.`,
    `${director} directed this ${dated}.`,
    upper(`${a(dated)} by ${director}.`),
  );
}

/** Adds a full stop unless the text ends with one, and typographic quotes. */
const finish = (text: string): string =>
  text
    .replace(/\.{2,}/g, '.')
    .replace(/(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu, '‘$1’')
    .replaceAll("'", '’')
    .trim();

/** One to three English sentences; null when only the title is known. */
export function composeOverview(facts: OverviewFacts): string | null {
  const pick = chooser(`${facts.key}|${facts.title}`);
  const { phrase, nature } = describeKind(facts.genres, facts.type, facts.countries);
  const directors = facts.directors.slice(0, 2).map((person) => person.name);
  const director = list(directors);
  const players = facts.cast
    .filter((person) => !(nature === 'documentary' && directors.includes(person.name)))
    .slice(0, 5)
    .map((person) => ({ name: person.name, part: part(person.character, person.name) }));
  if (facts.release_year === null && director === '' && players.length === 0 && facts.genres.length === 0)
    return null;

  const [lead, ...others] = players;
  const dated = facts.release_year === null ? phrase : `${facts.release_year} ${phrase}`;
  // For some titles the text starts with the leading player, when the part is known.
  if (
    facts.type === 'movie' &&
    nature === 'acted' &&
    lead?.part &&
    others.length > 0 &&
    director !== lead.name &&
    pick(true, false, false)
  ) {
    const made =
      director === ''
        ? `this ${dated}`
        : pick(
            `${possessive(director)} ${dated}`,
            `this ${dated} by ${director}`,
            `this ${dated}, directed by ${director}`,
          );
    const beside = list(others.slice(0, 3).map((player) => player.name));
    return finish(
      `${lead.name} ${pick('plays', 'is', 'stars as')} ${lead.part} in ${made}. ${pick(`Also in the cast: ${beside}.`, `With ${beside}.`, `${beside} co-star${others.length > 1 ? '' : 's'}.`)}`,
    );
  }
  const isOwnStar =
    nature === 'acted' && facts.type === 'movie' && director !== '' && director === lead?.name;
  const opening = isOwnStar
    ? `${director} directed and stars in this ${dated}.`
    : openingSentence(facts, phrase, director, pick);
  const beside = list(others.slice(0, 3).map(billed));
  const cast = isOwnStar
    ? beside && `${pick('With', 'The cast includes')} ${beside}.`
    : castSentence(players, nature, facts.type, pick);
  const length =
    facts.type === 'movie' &&
    facts.runtime_minutes !== null &&
    (cast === '' || facts.runtime_minutes >= 150 || facts.runtime_minutes < 45)
      ? pick(
          `It runs ${duration(facts.runtime_minutes)}.`,
          `Running time: ${duration(facts.runtime_minutes)}.`,
        )
      : '';
  return finish([opening, cast, length].filter(Boolean).join(' '));
}
