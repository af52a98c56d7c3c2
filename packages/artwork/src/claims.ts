import { claws, fangs, house, woods } from './motifs/dread.ts';
import { ball, court, lanes } from './motifs/gatherings.ts';
import { formation, gate, sword, tower, trench } from './motifs/lands.ts';
import { bars, city, diamond } from './motifs/night.ts';
import { boat, creature } from './motifs/play.ts';
import { arcade, columns } from './motifs/records.ts';
import { ringed, rocket, visor } from './motifs/space.ts';
import type { Motif } from './stage.ts';

/**
 * Motifs that show a thing, with the words of titles that are about such a thing. Genre and title are all that is known
 * of a title, so a rocket on a film about dreams, or Roman columns on a film about a king, would claim something false. Other motifs are
 * shapes and moods, which claim nothing.
 */
const CLAIMS: ReadonlyMap<Motif, RegExp> = new Map([
  [fangs, /vampir|dracula|nosferatu|fang|blood|bite|bitten|undead|teeth|jaws|shark/],
  [claws, /claw|wolf|wolves|beast|monster|creature|elm street|nightmare|dinosaur|raptor|predator|bear\b/],
  [house, /house|home|haunt|manor|mansion|cabin|poltergeist|amityville|psycho|shining|hotel|inn\b/],
  [woods, /wood|forest|tree|witch|cabin|wild|jungle|village|camp\b|friday the/],
  [lanes, /run|race|swim|track|lane|chariots|mile|marathon/],
  [ball, /ball|goal|kick|pitch|hoop|dunk|basket|field of dreams|soccer|league|bases|dodge/],
  [court, /court|tennis|wimbledon|challengers|king richard|basket|hoop|jam\b|coach/],
  [tower, /tower|castle|kingdom|palace|princess|wizard|rapunzel|king\b|queen|hogwarts|potter/],
  [gate, /gate|door|portal|wall|narnia|labyrinth|maze|secret/],
  [sword, /sword|blade|knight|king\b|thrones|grail|warrior|highlander|ring|samurai|conan|excalibur|merlin/],
  [formation, /gun\b|air|sky|fly|flight|pilot|bomb|squadron|wing|memphis|battle of britain|dunkirk/],
  [trench, /trench|front|somme|paths of glory|1917|gallipoli|line\b|journey.s end|passchendaele/],
  [bars, /prison|jail|cage|escape|alcatraz|shawshank|convict|bars?\b|cell|wentworth|orange is/],
  [diamond, /diamond|jewel|gem|heist|steal|thief|robber|job\b|ocean.s|snatch|pink panther|sparkl/],
  [
    city,
    /city|street|town|york|chicago|boston|angeles|l\.a\.|gotham|brooklyn|manhattan|district|miami|wire\b/,
  ],
  [
    creature,
    /monster|creature|beast|alien|dragon|goblin|troll|totoro|shrek|gremlin|lilo|pokemon|pok\u00e9mon|bug/,
  ],
  [boat, /boat|ship|sea\b|ocean|sail|pirate|island|river|water|moana|nemo|ark\b|treasure|captain/],
  [
    columns,
    /rome|roman|caesar|gladiator|troy|greek|athen|spart|300|cleopatra|ben.hur|pompei|senat|supreme|law/,
  ],
  [arcade, /rome|roman|gladiator|colos|venice|cathedral|abbey|monk|bridge|pompei|medici|borgia/],
  [
    ringed,
    /planet|space|star|saturn|galax|cosm|moon|mars|jupiter|orbit|solar|universe|interstellar|gravity|martian/,
  ],
  [
    rocket,
    /rocket|space|star|apollo|moon|mars|martian|astronaut|orbit|planet|mission|cosmo|gravity|right stuff/,
  ],
  [visor, /robot|cop\b|space|astronaut|star|helmet|mandalor|iron man|android|cyborg|moon|ex machina|dredd/],
]);

/** Returns whether a motif may stand on a title: it claims nothing, or the title is about what it shows. */
export function fitsTitle(motif: Motif, title: string): boolean {
  return CLAIMS.get(motif)?.test(title.toLocaleLowerCase('en')) ?? true;
}

/** Returns whether the motif shows what the title is about. */
export const isNamedBy = (motif: Motif, title: string): boolean =>
  CLAIMS.has(motif) && fitsTitle(motif, title);
