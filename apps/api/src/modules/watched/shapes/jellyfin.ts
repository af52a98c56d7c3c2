import type { Fields } from '../fields.ts';
import {
  episodeOf,
  hintFor,
  idsIn,
  isNoTitle,
  isWatched,
  isWhole,
  kindOf,
  minutesOfTicks,
  NOTHING,
  type Report,
} from '../report-facts.ts';

function actionOf(report: Fields, mayUnmark: boolean): Report['action'] {
  if (/^PlaybackStop$/i.test(report.text('NotificationType') ?? ''))
    return report.truth('PlayedToCompletion') ||
      isWatched(report.number('PlaybackPositionTicks'), report.number('RunTimeTicks'))
      ? 'seen'
      : 'none';
  if (!/^UserDataSaved$/i.test(report.text('NotificationType') ?? '')) return 'none';
  // Jellyfin also saves its data at the start of a title that was played before, and for a favorite.
  const reason = report.text('SaveReason');
  const played = report.truth('Played');
  if (played) return reason === null || /^(?:TogglePlayed|PlaybackFinished)$/i.test(reason) ? 'seen' : 'none';
  return played === false && mayUnmark && /^TogglePlayed$/i.test(reason ?? '') ? 'unseen' : 'none';
}

/**
 * The plugin "Webhook" of Jellyfin with "Send all properties", whose source code has these fields. `Year` is the year of
 * the series for an episode.
 */
export function readJellyfin(report: Fields): Report | null {
  if (!report.has('NotificationType')) return null;
  const kind = isNoTitle(report) ? null : kindOf(report.text('ItemType'));
  const year = report.number('Year');
  const hint = hintFor(
    kind,
    {
      title: report.text('Name'),
      originalTitle: report.text('OriginalTitle'),
      year,
      ids: idsIn(report, 'Provider_'),
    },
    {
      ...NOTHING,
      title: report.text('SeriesName'),
      year: kind === 'episode' ? year : null,
      ids: idsIn(report, 'SeriesProvider_'),
    },
  );
  const episode = episodeOf(kind, report.number('SeasonNumber'), report.number('EpisodeNumber'));
  return {
    server: report.text('ServerName') ?? 'Jellyfin',
    accountName: report.text('NotificationUsername', 'UserName') ?? report.inner('User').text('Name') ?? '',
    title: hint?.title || report.text('Name'),
    action: actionOf(report, isWhole(kind) || episode !== null),
    rating: null,
    hint,
    episode,
    minutes: minutesOfTicks(report.number('RunTimeTicks')),
  };
}
