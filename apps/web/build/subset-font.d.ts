// The package has no types. The types below follow its README and cover the options that subset-fonts.ts
// uses.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      /** A number fixes the value of an axis and removes the axis. A range keeps this part of the axis. */
      variationAxes: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
