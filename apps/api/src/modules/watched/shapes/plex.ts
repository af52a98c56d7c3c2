import type { Fields } from '../fields.ts';
import {
  episodeOf,
  hintFor,
  type Ids,
  idsIn,
  isNoTitle,
  isWhole,
  kindOf,
  minutesOfMs,
  NOTHING,
  type Report,
} from '../report-facts.ts';

/** Agents before 2020 write the id of the series into `guid`, also for an episode. */
function agentIds(guid: string | null): Ids {
  const id = (agent: string) =>
    new RegExp(`^com\\.plexapp\\.agents\\.${agent}://([^/?]+)`).exec(guid ?? '')?.[1];
  return { imdb: id('imdb'), tmdb: id('themoviedb'), tvdb: id('thetvdb') };
}

/** What Plex found in none of its sources, such as a home video, has a name by chance. */
const isUnmatched = (item: Fields): boolean =>
  /^(?:local|com\.plexapp\.agents\.none):\/\//.test(item.text('guid') ?? '');

/** Plex sends stars as 2 to 10, and no rating or -1 for one that was taken away. */
function ratingIn(report: Fields, item: Fields): number | null {
  const rating = Math.round(report.number('rating') ?? item.number('userRating') ?? 0);
  return rating >= 1 && rating <= 10 ? rating : null;
}

/** Plex sends `media.scrobble` at 90 % of a title, and `media.rate` with stars. Its form is that of its support pages. */
export function readPlex(report: Fields): Report | null {
  const event = report.text('event') ?? '';
  if (!/^(?:media|library|playback|admin|device)\./.test(event) || report.has('Item')) return null;
  const item = report.inner('Metadata');
  const kind = isNoTitle(item) || isUnmatched(item) ? null : kindOf(item.text('type'));
  const ids = item.list('Guid').map((each) => /^(\w+):\/\/(.+)$/.exec(each.text('id') ?? ''));
  const idOf = (scheme: string) => ids.find((id) => id?.[1] === scheme)?.[2];
  const agent = agentIds(item.text('guid'));
  const series = agentIds(item.text('grandparentGuid'));
  const own = { imdb: idOf('imdb') ?? agent.imdb, tmdb: idOf('tmdb') ?? agent.tmdb, tvdb: idOf('tvdb') };
  const hint = hintFor(
    kind,
    {
      title: item.text('title'),
      originalTitle: item.text('originalTitle'),
      year: item.number('year'),
      ids: kind === 'series' ? { ...own, tvdb: own.tvdb ?? agent.tvdb } : own,
    },
    {
      ...NOTHING,
      title: item.text('grandparentTitle') ?? (kind === 'season' ? item.text('parentTitle') : null),
      ids: {
        imdb: series.imdb ?? agent.imdb,
        tmdb: series.tmdb ?? agent.tmdb,
        tvdb: series.tvdb ?? agent.tvdb,
        ...onlyKnown(idsIn(item, 'grandparent')),
      },
    },
  );
  const rating = ratingIn(report, item);
  const isRated = event === 'media.rate' && isWhole(kind) && rating !== null;
  return {
    server: report.inner('Server').text('title', 'name') ?? 'Plex',
    accountName: report.has('Account') ? (report.inner('Account').text('title', 'name') ?? '') : null,
    title: hint?.title || item.text('title'),
    action: event === 'media.scrobble' ? 'seen' : isRated ? 'rated' : 'none',
    rating: isRated ? rating : null,
    hint,
    episode: episodeOf(kind, item.number('parentIndex'), item.number('index')),
    minutes: minutesOfMs(item.number('duration')),
  };
}

const onlyKnown = (ids: Ids): Ids => Object.fromEntries(Object.entries(ids).filter(([, id]) => id));
