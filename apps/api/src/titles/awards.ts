import type { Award } from '@marquee/contracts';

/** The awards of titles: which come first, and by which a search finds titles. */

/** How much a prize says of a title. A prize that is not named says 1. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "palme d'or": 12,
  'grand prize of the festival': 12,
  'golden lion': 11,
  'golden berlin bear': 11,
  oscar: 10,
  'primetime emmy': 8,
  'golden globe': 6,
  'bafta film award': 6,
  'bafta tv award': 6,
  césar: 6,
  'grand jury prize': 6,
  'filmfare award': 5,
  'hong kong film award': 5,
  'independent spirit award': 4,
  actor: 3,
  'critics choice award': 3,
  'national film registry': 3,
};

/** The category in which the title as a whole is honored, and none of its makers. */
const WHOLE =
  /^(?:best (?:motion )?picture|best film\b(?! editing| sound| music| cameraman)|outstanding (?:drama|comedy|limited|miniseries|television movie)|best (?:drama|comedy) series|palme d'or|golden lion|golden berlin bear)/;

const weight = ({ prize, result }: Award): number => (result === 'won' ? 100 : 0) + (WEIGHTS[prize] ?? 1);
const isWhole = ({ category }: Award): number => Number(WHOLE.test(category));

const AWARDS_SHOWN = 10;

/**
 * Returns the ten foremost awards: won ones first, then by prize, those of the whole title first, newest first. The awards of
 * one prize stand together, so the list may cut short the last prize alone, and all others can be counted.
 */
export const foremostAwards = (awards: readonly Award[]): Award[] =>
  awards
    .toSorted(
      (a, b) =>
        weight(b) - weight(a) || a.prize.localeCompare(b.prize) || isWhole(b) - isWhole(a) || b.year - a.year,
    )
    .slice(0, AWARDS_SHOWN);

/** What a search for awards may mean: winners or nominees of an event or of one prize. */
export interface AwardKind {
  readonly slug: string;
  readonly label: string;
  readonly has: (award: Award) => boolean;
}

const EVENTS: readonly (readonly [event: string, name: string])[] = [
  ['oscar', 'Oscar'],
  ['emmy', 'Emmy'],
  ['golden-globe', 'Golden Globe'],
  ['bafta', 'BAFTA'],
  ['cesar', 'César'],
  ['cannes', 'Cannes'],
  ['venice', 'Venice'],
  ['berlin', 'Berlin'],
  ['sundance', 'Sundance'],
  ['spirit', 'Spirit Award'],
  ['critics-choice', 'Critics Choice'],
  ['sag', 'SAG Award'],
  ['filmfare', 'Filmfare'],
  ['hong-kong', 'Hong Kong Film Award'],
];

const won = ({ result }: Award): boolean => result === 'won';
/** "Grand prize of the festival" was the name of the first prize in Cannes from 1946 to 1954 and from 1964 to 1974. */
const isPalme = ({ event, prize }: Award): boolean =>
  event === 'cannes' && (prize === "palme d'or" || prize === 'grand prize of the festival');

export const PALME = 'palme-dor';
export const NEAR_PALME = 'palme-dor-nominated';

export const AWARD_KINDS: readonly AwardKind[] = [
  { slug: 'any', label: 'Award winners', has: (award) => won(award) && award.event !== 'film-registry' },
  {
    slug: 'best-picture',
    label: 'Best Picture',
    has: (award) => won(award) && award.event === 'oscar' && WHOLE.test(award.category),
  },
  { slug: PALME, label: "Palme d'Or", has: (award) => won(award) && isPalme(award) },
  { slug: NEAR_PALME, label: "Nominated for the Palme d'Or", has: isPalme },
  {
    slug: 'golden-lion',
    label: 'Golden Lion',
    has: (award) => won(award) && award.prize === 'golden lion',
  },
  {
    slug: 'golden-bear',
    label: 'Golden Bear',
    has: (award) => won(award) && award.prize === 'golden berlin bear',
  },
  {
    slug: 'film-registry',
    label: 'National Film Registry',
    has: ({ event }) => event === 'film-registry',
  },
  ...EVENTS.flatMap(([event, name]): AwardKind[] => [
    { slug: event, label: `${name} winners`, has: (award) => won(award) && award.event === event },
    { slug: `${event}-nominated`, label: `${name} nominees`, has: (award) => award.event === event },
  ]),
];
