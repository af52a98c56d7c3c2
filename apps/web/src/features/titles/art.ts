/**
 * Returns the backdrop of a title. A generated poster's address implies the address of the backdrop, and
 * other posters need the full title.
 */
export function backdropOf(poster: string, backdrop: string | null | undefined): string | null {
  const generated = poster.replace('/images/posters/', '/images/backdrops/');
  return backdrop ?? (generated === poster ? null : generated);
}

/** Returns the address of the generated poster of a title, used when the title's own poster cannot be loaded. */
export function generatedPoster(mediumId: number): string {
  return `${import.meta.env.VITE_API_ORIGIN ?? ''}/images/posters/${mediumId}.svg`;
}
