import type { YearReply } from '@marquee/contracts';

type Found = NonNullable<YearReply['year']>;

const title = (id: number) => ({
  id,
  title: `Title ${id}`,
  release_year: 1971,
  poster_url: `/images/posters/${id}.svg`,
});

/** A year of which everything is known. */
export const makeYear = (part: Partial<Found> = {}): Found => ({
  year: 2026,
  titles: 41,
  movies: 30,
  series: 11,
  minutes: 5_220,
  rated: 28,
  countries: [{ code: 'JP', name: 'Japan', count: 12 }],
  decades: [{ decade: 1970, count: 9 }],
  genres: [{ name: 'Drama', count: 20 }],
  loved: [{ ...title(1), rating: 10 }],
  months: [{ month: 5, titles: 12, minutes: 1_860, rated: 9 }],
  first: { ...title(2), day: '2026-01-03' },
  last: { ...title(3), day: '2026-11-20' },
  longest_evening: { day: '2026-05-02', minutes: 372, titles: [title(4), title(5)] },
  grew: [{ name: 'Western', share: 20, before: 4 }],
  picture: 'data:image/jpeg;base64,/9j/2Q==',
  ...part,
});
