import type { Fields } from '../fields.ts';
import { episodeOf, hintFor, idsIn, isWhole, kindOf, NOTHING, type Report } from '../report-facts.ts';

/** Kodi says that the player reached the end, or how often a title of its library was played. */
function actionOf(method: string, data: Fields, mayUnmark: boolean): Report['action'] {
  if (method === 'player.onstop') return data.truth('end') ? 'seen' : 'none';
  const plays = data.number('playcount') ?? data.inner('item').number('playcount');
  if (method !== 'videolibrary.onupdate' || plays === null) return 'none';
  if (plays > 0) return 'seen';
  return mayUnmark ? 'unseen' : 'none';
}

/**
 * Notifications of Kodi's JSON-RPC, which its add-ons pass on, and the add-ons that send nothing but `uniqueIds` when a
 * movie has ended. Kodi has profiles and no accounts.
 */
export function readKodi(report: Fields): Report | null {
  const method = (report.text('method') ?? '').toLowerCase();
  if (!/^(?:player|videolibrary)\.on/.test(method)) return readIdsAlone(report);
  const data = report.inner('params').has('data')
    ? report.inner('params').inner('data')
    : report.inner('data');
  const item = data.inner('item');
  const kind = kindOf(item.text('type'));
  const own = {
    title: item.text('title', 'label'),
    originalTitle: item.text('originalTitle'),
    year: item.number('year'),
    ids: item.has('uniqueid') ? idsIn(item.inner('uniqueid')) : idsIn(item),
  };
  const hint = hintFor(kind, own, { ...NOTHING, title: item.text('showtitle', 'tvshowtitle') });
  const episode = episodeOf(kind, item.number('season'), item.number('episode'));
  return {
    server: 'Kodi',
    accountName: null,
    title: hint?.title || own.title,
    action: actionOf(method, data, isWhole(kind) || episode !== null),
    rating: null,
    hint,
    episode,
    minutes: null,
  };
}

function readIdsAlone(report: Fields): Report | null {
  if (!report.has('uniqueIds') || report.has('event', 'action', 'title', 'type', 'mediaType')) return null;
  const hint = hintFor('movie', { ...NOTHING, ids: idsIn(report.inner('uniqueIds')) }, NOTHING);
  return (
    hint && {
      server: 'Kodi',
      accountName: null,
      title: null,
      action: 'seen',
      rating: null,
      hint,
      episode: null,
      minutes: null,
    }
  );
}
