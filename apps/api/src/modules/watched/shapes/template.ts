import type { Fields } from '../fields.ts';
import {
  episodeOf,
  hintFor,
  type Ids,
  idsIn,
  isNoTitle,
  isWatched,
  isWhole,
  kindOf,
  type Report,
} from '../report-facts.ts';

const EVENT = ['event', 'action', 'notification_action', 'trigger', 'event_type', 'status', 'state'];
const ACCOUNT = [
  'user',
  'username',
  'user_name',
  'friendly_name',
  'account',
  'account_name',
  'account_title',
];
const KIND = ['media_type', 'item_type', 'type', 'content_type', 'lot'];
const TITLE = ['title', 'name', 'movie', 'movie_title', 'movie_name'];
const SERIES = [
  'grandparent_title',
  'show_name',
  'show_title',
  'series_name',
  'series_title',
  'tvshow_title',
  'tvshow_name',
  'tv_show_title',
  'show',
  'series',
];
const SEASON = ['season', 'season_num', 'season_number', 'parent_media_index'];
const EPISODE = ['episode', 'episode_num', 'episode_number', 'media_index'];
const PERCENT = ['percent', 'percent_complete', 'progress_percent', 'progress', 'percentage'];

const WATCHED =
  /^(?:on|playback|media|item)?(?:watched|scrobbled?|finished|completed?|played|markplayed|markwatched|seen)$/;
const UNWATCHED = /^(?:on|media|item)?(?:unwatched|unplayed|unscrobbled?|markunplayed|markunwatched|unseen)$/;
const STOPPED = /^(?:on|playback|media|player)?(?:stop|stopped|ended|end)$/;

const textIn = (report: Fields, names: readonly string[], inner: readonly string[] = ['title', 'name']) =>
  report.text(...names) ?? names.map((name) => report.inner(name).text(...inner)).find(Boolean) ?? null;

function actionOf(report: Fields, mayUnmark: boolean): Report['action'] {
  const event = (report.text(...EVENT) ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (WATCHED.test(event)) return 'seen';
  if (UNWATCHED.test(event)) return mayUnmark ? 'unseen' : 'none';
  if (event !== '' && !STOPPED.test(event)) return 'none';
  const percent = report.number(...PERCENT);
  const isSeen =
    report.truth('watched', 'played', 'completed') === true ||
    isWatched(percent, 100) ||
    isWatched(report.number('position', 'view_offset'), report.number('duration', 'total_time'));
  return isSeen ? 'seen' : 'none';
}

/** Returns what was watched, by a field that says it or by the object that it stands in. */
function kindIn(report: Fields, series: string | null) {
  const said = kindOf(report.text(...KIND));
  if (said !== null || series !== null) return said ?? 'episode';
  return report.inner('movie').has('title', 'ids') ? 'movie' : null;
}

/** The ids beside an episode are the episode's, unless their names say more: Tautulli's long ones are the series'. */
function seriesIds(report: Fields, given: Ids): Ids {
  const own = ['show_', 'series_', 'grandparent_', 'tvshow_'].map((prefix) => idsIn(report, prefix));
  const nested = ['show', 'series', 'grandparent'].map((name) => {
    const inner = report.inner(name);
    return idsIn(inner.has('ids') ? inner.inner('ids') : inner);
  });
  const first = (scheme: keyof Ids) => [...own, ...nested].map((ids) => ids[scheme]).find(Boolean) ?? null;
  return {
    // An IMDb id belongs to one title only, so that of an episode finds nothing.
    imdb: first('imdb') ?? given.imdb,
    tmdb: first('tmdb') ?? report.text('themoviedb_id'),
    tvdb: first('tvdb') ?? report.text('thetvdb_id'),
  };
}

/**
 * Templates that people write for Tautulli, n8n and add-ons of Kodi: names of fields that they share, in one object. They
 * have no event when they are sent for one event only, and then another field must say that the title was watched.
 */
export function readTemplate(report: Fields): Report | null {
  const series = textIn(report, SERIES);
  const kind = isNoTitle(report) ? null : kindIn(report, series);
  // Trackers nest what they say of a movie or an episode in an object of its own.
  const item = kind === 'movie' && report.inner('movie').has('title', 'ids') ? report.inner('movie') : report;
  const inner = ['ids', 'unique_ids', 'uniqueid', 'provider_ids'].find((name) => item.has(name));
  const ids = inner === undefined ? idsIn(item) : idsIn(item.inner(inner));
  const title = textIn(report, TITLE);
  const hint = hintFor(
    kind,
    {
      title: kind === 'series' ? (series ?? title) : title,
      originalTitle: report.text('original_title'),
      year: item.number('year', 'release_year'),
      ids,
    },
    {
      title: series,
      year:
        report.number('show_year', 'series_year', 'grandparent_year') ?? report.inner('show').number('year'),
      ids: seriesIds(report, ids),
    },
  );
  if (hint === null && !(report.has(...EVENT) && title !== null)) return null;
  const nested = report.inner('episode');
  const episode = episodeOf(
    kind,
    nested.number('season') ?? report.number(...SEASON),
    nested.number('number', 'episode') ?? report.number(...EPISODE),
  );
  const account = ACCOUNT.some((name) => report.has(name));
  return {
    server: report.text('server_name', 'server') ?? report.inner('server').text('name', 'title'),
    accountName: account
      ? (textIn(report, ACCOUNT, ['username', 'user_name', 'name', 'title', 'slug']) ?? '')
      : null,
    title: hint?.title || title,
    action: hint === null ? 'none' : actionOf(report, isWhole(kind) || episode !== null),
    rating: null,
    hint,
    episode,
    minutes: null,
  };
}
