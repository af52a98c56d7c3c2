import { nationality } from './nationality.ts';
import { hash } from './seed.ts';

/**
 * Composes an overview of a title whose source has no synopsis, from countries and the actors' parts. Screens
 * show year, runtime and genres in other places.
 */

interface Maker {
  name: string;
  /** Id of the person at the source. */
  id: string | null;
}

export interface OverviewFacts {
  /** Id of the title at the source. Its hash chooses between wordings. */
  key: string;
  title: string;
  type: 'movie' | 'series';
  /** The main genre is first. */
  genres: string[];
  /** ISO 3166 codes. */
  countries: string[];
  directors: Maker[];
  /** The cast in billing order. */
  cast: (Maker & { character: string | null })[];
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const article = (noun: string): string => (/^(?:[aeio]|u(?!ni|k|ru|s\b))/i.test(noun) ? 'an' : 'a');
const a = (noun: string): string => `${article(noun)} ${noun}`;

function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/**
 * Returns the part to mention, without “(voice)”. Null for “Self”, a job title, a list of parts or the
 * actor's name.
 */
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

/** Returns a function that picks an option by a hash of `seed`. Each pick uses a new hash. */
function chooser(seed: string): <T>(...options: readonly [T, ...T[]]) => T {
  let value = hash(seed);
  return (...options) => {
    const chosen = options[value % options.length] ?? options[0];
    value = hash(String(value));
    return chosen;
  };
}

const billed = ({ name, part: role }: Player): string => (role === null ? name : `${name} as ${role}`);

/** Returns a sentence about the cast and their parts. The text is empty when no part is known. */
function castSentence(
  players: readonly Player[],
  isAnimated: boolean,
  pick: ReturnType<typeof chooser>,
): string {
  const parts = players.filter((player) => player.part !== null).slice(0, 3);
  const [lead, second, ...others] = players;
  if (parts.length === 0 || lead === undefined) return '';
  if (isAnimated) {
    const voices = list(parts.map(billed));
    return pick(`The voices include ${voices}.`, `The voice cast includes ${voices}.`);
  }
  if (lead.part === null) return `The cast includes ${list(parts.map(billed))}.`;
  if (second === undefined) return pick(`${lead.name} plays ${lead.part}.`, `${lead.name} is ${lead.part}.`);
  const rest = list([second, ...others].slice(0, 3).map((player) => player.name));
  const beside = second.part === null ? second.name : `${second.name} is ${second.part}`;
  return pick(
    `${lead.name} plays ${lead.part}, alongside ${rest}.`,
    `${lead.name} is ${lead.part}${second.part === null ? `, with ${rest}` : `; ${beside}`}.`,
    `The cast is led by ${lead.name} as ${lead.part}, with ${rest}.`,
    `The cast includes ${list([lead, second, ...others].slice(0, 3).map(billed))}.`,
  );
}

/** Merges repeated periods, as after “Jr.”, and sets typographic quotes. */
const finish = (text: string): string =>
  text
    .replace(/\.{2,}/g, '.')
    .replace(/(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu, '‘$1’')
    .replaceAll("'", '’')
    .trim();

/** Writes one or two English sentences. Null when no nationality and no part is known. */
export function composeOverview(facts: OverviewFacts): string | null {
  const pick = chooser(`${facts.key}|${facts.title}`);
  const isAnimated = facts.genres.includes('Animation');
  // In documentaries and reality shows, `character` is not a part that an actor plays.
  const isActed = !facts.genres.some((genre) => genre === 'Documentary' || genre === 'Reality');
  const directors = facts.directors.slice(0, 2).map((person) => person.name);
  const director = list(directors);
  const players = facts.cast.slice(0, 5).map((person) => ({
    name: person.name,
    part: isActed ? part(person.character, person.name) : null,
  }));
  const [lead, ...others] = players;
  const origin = nationality(facts.countries);
  const kind = facts.type === 'series' ? 'series' : 'film';
  const made = origin === '' ? `the ${kind}` : `this ${origin} ${kind}`;
  if (isActed && !isAnimated && lead?.part && director === lead.name) {
    const beside = list(others.slice(0, 3).map(billed));
    return finish(
      `${director} directed ${made} and plays ${lead.part}.${beside && ` ${pick('With', 'The cast includes')} ${beside}.`}`,
    );
  }
  const by = director === '' ? '' : pick(`, directed by ${director}`, ` by ${director}`);
  const opening = origin === '' ? '' : upper(`${a(`${origin} ${kind}`)}${by}.`);
  const text = [opening, castSentence(players, isAnimated, pick)].filter(Boolean).join(' ');
  return text === '' ? null : finish(text);
}
