/**
 * A title's picture across: where the poster is a generated print its address gives that of the picture, without
 * asking for the title in full; else the title's own, once it is known.
 */
export function backdropOf(poster: string, backdrop: string | null | undefined): string | null {
  const generated = poster.replace('/images/posters/', '/images/backdrops/');
  return backdrop ?? (generated === poster ? null : generated);
}

/** The print generated for a title, for when its own poster cannot be loaded. */
export function generatedPoster(mediumId: number): string {
  return `${import.meta.env.VITE_API_ORIGIN ?? ''}/images/posters/${mediumId}.svg`;
}
