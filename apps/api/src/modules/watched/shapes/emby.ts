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
  type Report,
} from '../report-facts.ts';

const namedIn = (item: Fields) => ({
  title: item.text('Name'),
  originalTitle: item.text('OriginalTitle'),
  year: item.number('ProductionYear'),
  ids: idsIn(item.inner('ProviderIds')),
});

function actionOf(report: Fields, mayUnmark: boolean): Report['action'] {
  const event = (report.text('Event') ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(?:scrobble|(?:item)?markplayed)$/.test(event)) return 'seen';
  if (/^(?:item)?markunplayed$/.test(event)) return mayUnmark ? 'unseen' : 'none';
  if (!/^(?:playback)?stop$/.test(event)) return 'none';
  const playback = report.inner('PlaybackInfo');
  const position =
    playback.number('PositionTicks') ?? report.inner('Session').inner('PlayState').number('PositionTicks');
  const isSeen =
    playback.truth('PlayedToCompletion') || isWatched(position, report.inner('Item').number('RunTimeTicks'));
  return isSeen ? 'seen' : 'none';
}

/**
 * Emby's webhooks (`playback.stop`, `item.markplayed`), and the plugin "Webhooks" of Jellyfin (`Scrobble`, `MarkPlayed`),
 * which sends the whole series beside an episode. Both name the item with Emby's fields.
 */
export function readItemReport(report: Fields): Report | null {
  if (!report.has('Event') || !report.has('Item')) return null;
  const item = report.inner('Item');
  const kind = isNoTitle(item) ? null : kindOf(item.text('Type'));
  const series = namedIn(report.inner('Series'));
  const hint = hintFor(kind, namedIn(item), { ...series, title: series.title ?? item.text('SeriesName') });
  const episode = episodeOf(kind, item.number('ParentIndexNumber'), item.number('IndexNumber'));
  return {
    server: report.inner('Server').text('Name') ?? 'Emby',
    accountName: report.inner('User').text('Name') ?? report.text('User', 'UserName') ?? '',
    title: hint?.title || item.text('Name'),
    action: actionOf(report, isWhole(kind) || episode !== null),
    rating: null,
    hint,
    episode,
    minutes: minutesOfTicks(item.number('RunTimeTicks')),
  };
}
