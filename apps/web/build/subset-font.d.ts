// The package has no types. These are the parts that subset-fonts.ts uses (its README).
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
