/**
 * A screen. The pattern matches its paths and has ids as named groups, and the numbers are indexes of the files for
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
