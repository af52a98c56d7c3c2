import type { Award } from '@marquee/contracts';

/** The names of prizes, one and several. First prizes of festivals have a year, because a title wins one once. */
const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  oscar: ['Oscar', 'Oscars'],
  'primetime emmy': ['Emmy', 'Emmys'],
  'golden globe': ['Golden Globe', 'Golden Globes'],
  'bafta film award': ['BAFTA', 'BAFTAs'],
  'bafta tv award': ['BAFTA', 'BAFTAs'],
  césar: ['César', 'Césars'],
  'filmfare award': ['Filmfare Award', 'Filmfare Awards'],
  'hong kong film award': ['Hong Kong Film Award', 'Hong Kong Film Awards'],
  'independent spirit award': ['Spirit Award', 'Spirit Awards'],
  'critics choice award': ['Critics’ Choice Award', 'Critics’ Choice Awards'],
  actor: ['SAG Award', 'SAG Awards'],
};
const FIRST_PRIZES: Readonly<Record<string, string>> = {
  "palme d'or": 'Palme d’Or',
  'grand prize of the festival': 'Grand Prix of Cannes',
  'golden lion': 'Golden Lion',
  'golden berlin bear': 'Golden Bear',
  'grand jury prize': 'Grand Jury Prize of Sundance',
};
const COUNTS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const PARTS_MAX = 3;
/** The reply has no more awards than this. They stand by prize, so only of the last prize there may be more. */
const AWARDS_MAX = 10;

function countsOf(awards: readonly Award[], last: string | undefined): string[] {
  const byName = Map.groupBy(awards, ({ prize }) => NAMES[prize]?.[1] ?? '');
  return [...byName].flatMap(([many, { length, 0: first }]) => {
    const one = NAMES[first?.prize ?? '']?.[0];
    if (one === undefined) return [];
    const isOpen = last !== undefined && NAMES[last]?.[1] === many;
    return `${isOpen ? 'at least ' : ''}${length === 1 ? `one ${one}` : `${COUNTS[length] ?? length} ${many}`}`;
  });
}

/** Returns the awards of a title in one line: "Palme d’Or 2019 · four Oscars". '' where nothing is known. */
export function awardsInWords(awards: readonly Award[]): string {
  const last = awards.length >= AWARDS_MAX ? awards.at(-1) : undefined;
  const lastOf = (result: Award['result']) => (last?.result === result ? last.prize : undefined);
  const won = awards.filter(({ result }) => result === 'won');
  const first = won.flatMap(({ prize, year }) => {
    const name = FIRST_PRIZES[prize];
    return name === undefined ? [] : `${name} ${year}`;
  });
  const parts = [...new Set([...first, ...countsOf(won, lastOf('won'))])].slice(0, PARTS_MAX);
  if (parts.length === 0) {
    const nominated = awards.filter(({ result }) => result === 'nominated');
    const competed = nominated.find(({ prize }) => FIRST_PRIZES[prize] !== undefined);
    const [count] = countsOf(nominated, lastOf('nominated'));
    if (competed) parts.push(`nominated for the ${FIRST_PRIZES[competed.prize]}`);
    else if (count !== undefined) parts.push(`nominated for ${count}`);
  }
  if (awards.some(({ event }) => event === 'film-registry') && parts.length < PARTS_MAX)
    parts.push('in the National Film Registry');
  const line = parts.join(' · ');
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}
