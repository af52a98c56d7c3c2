/** The print generated for a title, for when its own poster cannot be loaded. */
export function generatedPoster(mediumId: number): string {
  return `${import.meta.env.VITE_API_ORIGIN ?? ''}/images/posters/${mediumId}.svg`;
}
