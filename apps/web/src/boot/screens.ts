/**
 * The pattern matches the paths of the screen and has ids as named groups. The numbers are indexes of the files for
 * visitors and for members.
 */
export type Screen = [pattern: string, visitor: number[], member: number[]];

/** Data that the build writes into index.html for the boot script. */
export interface Chunks {
  files: string[];
  /** Indexes of the fonts that most text needs. */
  fonts: number[];
  /** A path belongs to the first screen that matches. */
  screens: Screen[];
}
