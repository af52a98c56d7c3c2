import type { ImportSource } from '@marquee/contracts';

interface Source {
  value: ImportSource;
  label: string;
  /** One sentence: where the member gets the file. */
  where: string;
  accept: string;
}

/** The services that a member can import from, in the order of the form. */
export const SOURCES: readonly Source[] = [
  {
    value: 'letterboxd',
    label: 'Letterboxd',
    where: 'On letterboxd.com, open Settings, then Data, choose “Export your data” and upload the ZIP file.',
    accept: '.zip,.csv',
  },
  {
    value: 'imdb',
    label: 'IMDb',
    where: 'On imdb.com, open Your ratings, your watchlist or a list, choose Export and upload the CSV file.',
    accept: '.csv,.zip',
  },
  {
    value: 'trakt',
    label: 'Trakt',
    where: 'On trakt.tv, open Settings, then Data, choose Export and upload the ZIP file.',
    accept: '.zip,.json',
  },
  {
    value: 'tv_time',
    label: 'TV Time',
    where:
      'TV Time closed in July 2026. Upload the ZIP that you saved: that of its own export, that of your data request, or a file of either.',
    accept: '.zip,.csv,.json',
  },
  {
    value: 'netflix',
    label: 'Netflix',
    where:
      'On netflix.com, open Account, your profile, Viewing activity, choose “Download all” and upload the CSV file. The ZIP of all your data works too, with ratings and My List.',
    accept: '.csv,.zip',
  },
  {
    value: 'plex',
    label: 'Plex',
    where: 'Export your history as CSV, for example with Tautulli, and upload the file.',
    accept: '.csv,.tsv,.txt,.zip',
  },
  {
    value: 'jellyfin',
    label: 'Jellyfin',
    where:
      'Save a backup with the plugin Playback Reporting, or a CSV file with the plugin Reports, and upload it.',
    accept: '.csv,.tsv,.txt,.zip',
  },
  {
    value: 'movielens',
    label: 'MovieLens',
    where: 'On movielens.org, open your profile, choose “Export” and upload the CSV file.',
    accept: '.csv,.zip',
  },
  {
    value: 'simkl',
    label: 'Simkl',
    where:
      'On simkl.com, open Settings, then Apps, choose the backup and upload the ZIP, the JSON or the CSV file.',
    accept: '.zip,.json,.csv',
  },
  {
    value: 'yamtrack',
    label: 'Yamtrack',
    where: 'In Yamtrack, open Settings, then Export, and upload the CSV file.',
    accept: '.csv',
  },
  {
    value: 'ryot',
    label: 'Ryot',
    where: 'In Ryot, open Settings, then Imports and exports, start an export and upload the JSON file.',
    accept: '.json,.zip',
  },
  {
    value: 'movary',
    label: 'Movary',
    where:
      'In Movary, open Settings, then Data, and upload the CSV file of your history, ratings or watchlist.',
    accept: '.csv,.zip',
  },
  {
    value: 'watcharr',
    label: 'Watcharr',
    where: 'In Watcharr, open your profile, choose Export and upload the JSON file.',
    accept: '.json,.zip',
  },
  {
    value: 'criticker',
    label: 'Criticker',
    where: 'On criticker.com, open your ratings, export them as CSV and upload the file.',
    accept: '.csv',
  },
  {
    value: 'tmdb',
    label: 'TMDB',
    where:
      'On themoviedb.org, open Settings, then Account, and export your ratings or your watchlist as CSV.',
    accept: '.csv,.zip',
  },
  {
    value: 'myanimelist',
    label: 'MyAnimeList',
    where:
      'On myanimelist.net, open Export, choose your anime list, unpack the file and upload the XML file.',
    accept: '.xml,.zip',
  },
  {
    value: 'anilist',
    label: 'AniList',
    where: 'Save your anime list as JSON with a tool that writes the titles, and upload the file.',
    accept: '.json,.zip',
  },
  {
    value: 'filmweb',
    label: 'Filmweb',
    where: 'Save your ratings as CSV with an exporter for your browser, and upload the file.',
    accept: '.csv,.zip',
  },
  {
    value: 'stremio',
    label: 'Stremio',
    where: 'Save your library as JSON with an exporter for Stremio, and upload the file.',
    accept: '.json,.zip',
  },
  {
    value: 'showly',
    label: 'Showly',
    where: 'In Showly, open Settings, then Backup, export your data and upload the JSON file.',
    accept: '.json,.zip',
  },
  {
    value: 'csv',
    label: 'Another file',
    where:
      'Upload a table (CSV, Excel), a list of titles as text, or a JSON or XML file. You see how it was read, and can change what each column means, before anything changes.',
    accept: '.csv,.tsv,.txt,.md,.xlsx,.xls,.html,.json,.xml,.zip',
  },
  {
    value: 'marquee',
    label: 'Marquee',
    where:
      'In the settings of the other account, choose Download at “All your data” and upload the JSON file.',
    accept: '.json,.zip',
  },
];

/** The choices of the form: any service, whose file the server recognizes, or one of them. */
export type Chosen = ImportSource | 'any';
export const FORM_SOURCES: readonly (Omit<Source, 'value'> & { value: Chosen })[] = [
  {
    value: 'any',
    label: 'Any of them',
    where:
      'Choose the file that you downloaded, and Marquee sees whose it is. To learn where to get it, choose the service.',
    accept: SOURCES.map(({ accept }) => accept).join(','),
  },
  ...SOURCES,
];

/** Returns the name of the service, or of the file when nobody knows its service. */
export const sourceName = (source: ImportSource | null): string =>
  SOURCES.find(({ value }) => value === source && value !== 'csv')?.label ?? 'your file';
