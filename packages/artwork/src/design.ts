import { fitsTitle, isNamedBy } from './claims.ts';
import type { FaceName } from './faces.ts';
import { HORROR } from './motifs/dread.ts';
import { REALITY, SPORT } from './motifs/gatherings.ts';
import { COMEDY, ROMANCE } from './motifs/hearts.ts';
import { FANTASY, WAR, WESTERN } from './motifs/lands.ts';
import { CRIME, MYSTERY, THRILLER } from './motifs/night.ts';
import { ANIMATION, FAMILY, MUSIC } from './motifs/play.ts';
import { ANY, DOCUMENTARY, HISTORY } from './motifs/records.ts';
import { DRAMA } from './motifs/rooms.ts';
import { SCIENCE_FICTION } from './motifs/space.ts';
import { ACTION } from './motifs/speed.ts';
import type { Mood, Palette } from './palettes.ts';
import { choosePalette } from './palettes.ts';
import type { Dice } from './seed.ts';
import { dice } from './seed.ts';
import type { Motif } from './stage.ts';

/** The facts from which a title's art is drawn. */
export interface TitleArt {
  id: number;
  title: string;
  type: 'movie' | 'series';
  releaseYear: number | null;
  genres: readonly string[];
  directors: readonly string[];
}

interface Style {
  mood: Mood;
  motifs: readonly [Motif, ...Motif[]];
  faces: readonly [FaceName, ...FaceName[]];
}

// Sorted from specific to general genres. A western that is also a drama gets the style of a western.
const STYLES: readonly (readonly [string, Style])[] = [
  ['Western', { mood: 'any', motifs: WESTERN, faces: ['antique', 'gothic', 'antique'] }],
  ['Horror', { mood: 'dark', motifs: HORROR, faces: ['gothic', 'fatface', 'roman'] }],
  ['Science Fiction', { mood: 'dark', motifs: SCIENCE_FICTION, faces: ['wide', 'grotesque', 'wide'] }],
  ['War', { mood: 'any', motifs: WAR, faces: ['gothic', 'antique', 'grotesque'] }],
  ['Music', { mood: 'any', motifs: MUSIC, faces: ['grotesque', 'round', 'italic', 'wide'] }],
  ['Sport', { mood: 'light', motifs: SPORT, faces: ['gothic', 'grotesque', 'wide'] }],
  ['Fantasy', { mood: 'any', motifs: FANTASY, faces: ['roman', 'antique', 'fatface'] }],
  ['Mystery', { mood: 'dark', motifs: MYSTERY, faces: ['fatface', 'roman', 'gothic'] }],
  ['Documentary', { mood: 'light', motifs: DOCUMENTARY, faces: ['grotesque', 'roman', 'gothic', 'antique'] }],
  ['Animation', { mood: 'light', motifs: ANIMATION, faces: ['round', 'grotesque', 'round'] }],
  ['Romance', { mood: 'light', motifs: ROMANCE, faces: ['italic', 'fatface', 'roman', 'italic'] }],
  ['History', { mood: 'any', motifs: HISTORY, faces: ['antique', 'roman', 'fatface'] }],
  ['Crime', { mood: 'dark', motifs: CRIME, faces: ['gothic', 'grotesque', 'fatface'] }],
  ['Thriller', { mood: 'dark', motifs: THRILLER, faces: ['grotesque', 'gothic', 'roman'] }],
  ['Family', { mood: 'light', motifs: FAMILY, faces: ['round', 'antique', 'fatface'] }],
  ['Action', { mood: 'any', motifs: ACTION, faces: ['gothic', 'grotesque', 'wide'] }],
  ['Comedy', { mood: 'light', motifs: COMEDY, faces: ['antique', 'round', 'grotesque', 'fatface'] }],
  ['Reality', { mood: 'light', motifs: REALITY, faces: ['grotesque', 'gothic', 'round'] }],
  ['Drama', { mood: 'any', motifs: DRAMA, faces: ['roman', 'fatface', 'antique', 'italic', 'gothic'] }],
];

const PLAIN: Style = { mood: 'any', motifs: ANY, faces: ['antique', 'roman', 'grotesque'] };

/** The choices that the poster and the backdrop of a title have in common. */
export interface Design {
  palette: Palette;
  /** Null when the motif of the title would show a thing that the title is not about: type takes its place. */
  motif: Motif | null;
  /** The motifs of the style that fit the title, for pictures with several motifs. */
  motifs: readonly Motif[];
  face: FaceName;
  dice: Dice;
}

function chooseStyle(genres: readonly string[], chance: Dice): Style {
  const fitting = STYLES.filter(([genre]) => genres.includes(genre)).map(([, style]) => style);
  const [first, second] = fitting;
  if (first === undefined) return PLAIN;
  return second !== undefined && chance.chance(0.4) ? second : first;
}

/** Chooses colors, motif and typeface for a title. Equal facts always give equal choices. */
export function designFor(art: TitleArt): Design {
  const chance = dice(`${art.id}|${art.title}|${art.type}|${art.releaseYear ?? ''}`);
  const style = chooseStyle(art.genres, chance);
  const picked = chance.pick(style.motifs);
  const named = style.motifs.find((motif) => isNamedBy(motif, art.title));
  return {
    motif: fitsTitle(picked, art.title) ? picked : (named ?? null),
    motifs: style.motifs.filter((motif) => fitsTitle(motif, art.title)),
    face: chance.pick(style.faces),
    palette: choosePalette(art.releaseYear, style.mood, chance),
    dice: chance,
  };
}
