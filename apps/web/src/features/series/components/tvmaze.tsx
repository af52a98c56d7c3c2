/** The name of TVmaze with a link and its license, as its terms ask wherever anything of it is shown (docs/sources.md). */
export function Tvmaze({ page = 'https://www.tvmaze.com' }: { page?: string }) {
  return (
    <>
      <a href={page} target="_blank" rel="noopener">
        TVmaze
      </a>{' '}
      (
      <a href="https://creativecommons.org/licenses/by-sa/4.0/" target="_blank" rel="noopener">
        CC BY-SA 4.0
      </a>
      )
    </>
  );
}
