// The package has no types. These are the parts that subset-fonts.ts uses (its README).
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      /** One value removes the axis; a range keeps a part of it. */
      variationAxes: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
