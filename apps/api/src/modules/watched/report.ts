// Reads what Plex, Jellyfin and Emby send when a title was watched. Plex sends a form with `payload` at 90 %
// of the title; Jellyfin's plugin Webhook, with "Send all properties", JSON as text/plain; Emby JSON, or a form with
// `data`. The layouts are those of support pages, published payloads and the plugin's source code; no report of a real
// server was seen.
import { Busboy } from '@fastify/busboy';
import { WATCHED_BODY_BYTES } from '@marquee/contracts';
import { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import { createShapeCheck } from '#src/core/json-shape.ts';
import { hintOf, type TitleHint } from '#src/modules/imports/title-match.service.ts';

/** A view that counts: it reached nine tenths of the title, or somebody marked the title as watched. */
export interface Report {
  /** The account of the media server. */
  accountName: string;
  hint: TitleHint;
}

/** More than a report has. Jellyfin sends eight fields for each of the subtitles. */
const SHAPE = { fields: 2_000, parts: 10_000, values: 25_000 };
/** A title counts as watched from this part of its length on. */
const WATCHED_FROM = 0.9;
/** The fields of a form that hold the report: Plex's and Emby's. A picture beside it is dropped. */
const FORM_FIELDS = ['payload', 'data'];
const PIECE_BYTES = 16 * 1_024;
const FORM = { parts: 10, headerPairs: 10, headerSize: 2_000, fieldSize: WATCHED_BODY_BYTES };

const Text = z.string().max(1_000);
const Year = z.coerce.number().int().min(1_870).max(2_200).nullable().catch(null);
/** Templates of Jellyfin can write a truth value as text. */
const Truth = z.union([z.boolean(), z.stringbool()]).catch(false);
const Ticks = z.coerce.number().catch(0);
const Kind = z.enum(['movie', 'episode']);

const isWatched = (position: number, length: number): boolean =>
  length > 0 && position / length >= WATCHED_FROM;

const imdbOf = (id: string | undefined): string | null => (id && /^tt\d{1,10}$/.test(id) ? id : null);
const tmdbOf = (id: string | undefined): number | null => (id && /^\d{1,9}$/.test(id) ? Number(id) : null);

/** Ids of an episode name the episode, so a series is found by its own id or by its name. */
function movieOrSeries(facts: {
  kind: z.infer<typeof Kind>;
  title: string;
  series: string | undefined;
  year: number | null;
  seriesYear?: number | null;
  ids: { imdb?: string | undefined; tmdb?: string | undefined };
  seriesIds?: { imdb?: string | undefined; tmdb?: string | undefined };
}): TitleHint | null {
  if (facts.kind === 'movie')
    return hintOf({
      title: facts.title,
      year: facts.year,
      type: 'movie',
      imdbId: imdbOf(facts.ids.imdb),
      tmdbId: tmdbOf(facts.ids.tmdb),
    });
  if (!facts.series) return null;
  return hintOf({
    title: facts.series,
    year: facts.seriesYear ?? null,
    type: 'series',
    imdbId: imdbOf(facts.seriesIds?.imdb),
    tmdbId: tmdbOf(facts.seriesIds?.tmdb),
  });
}

const PlexReport = z
  .object({
    event: z.literal('media.scrobble'),
    Account: z.object({ title: Text }),
    Metadata: z.object({
      type: Kind,
      title: Text,
      year: Year,
      grandparentTitle: Text.optional(),
      /** Agents before 2020 write the id of the series here, also for an episode. */
      guid: Text.catch(''),
      Guid: z.array(z.object({ id: Text })).catch([]),
    }),
  })
  .transform(({ Account, Metadata: { Guid, guid, ...item } }): Report | null => {
    const idOf = (scheme: string) =>
      Guid.find(({ id }) => id.startsWith(`${scheme}://`))?.id.slice(scheme.length + 3);
    const agentId = (agent: string) =>
      new RegExp(`^com\\.plexapp\\.agents\\.${agent}://([^/?]+)`).exec(guid)?.[1];
    const agentIds = { imdb: agentId('imdb'), tmdb: agentId('themoviedb') };
    const hint = movieOrSeries({
      kind: item.type,
      title: item.title,
      series: item.grandparentTitle,
      year: item.year,
      ids: { imdb: idOf('imdb') ?? agentIds.imdb, tmdb: idOf('tmdb') ?? agentIds.tmdb },
      seriesIds: agentIds,
    });
    return hint && { accountName: Account.title, hint };
  });

const JellyfinReport = z
  .object({
    NotificationType: z.enum(['PlaybackStop', 'UserDataSaved']),
    NotificationUsername: Text,
    ItemType: Text.transform((type) => type.toLowerCase()).pipe(Kind),
    Name: Text,
    SeriesName: Text.optional(),
    /** The year of the series for an episode. */
    Year,
    Provider_imdb: Text.optional(),
    Provider_tmdb: Text.optional(),
    PlayedToCompletion: Truth,
    PlaybackPositionTicks: Ticks,
    RunTimeTicks: Ticks,
    Played: Truth,
    SaveReason: Text.optional(),
  })
  .transform((item): Report | null => {
    const isMarked = item.Played && item.SaveReason === 'TogglePlayed';
    const isStopped =
      item.NotificationType === 'PlaybackStop' &&
      (item.PlayedToCompletion || isWatched(item.PlaybackPositionTicks, item.RunTimeTicks));
    if (!isMarked && !isStopped) return null;
    const hint = movieOrSeries({
      kind: item.ItemType,
      title: item.Name,
      series: item.SeriesName,
      year: item.Year,
      seriesYear: item.Year,
      ids: { imdb: item.Provider_imdb, tmdb: item.Provider_tmdb },
    });
    return hint && { accountName: item.NotificationUsername, hint };
  });

const EmbyReport = z
  .object({
    Event: z.enum(['playback.stop', 'item.markplayed']),
    User: z.object({ Name: Text }),
    Item: z.object({
      Type: Text.transform((type) => type.toLowerCase()).pipe(Kind),
      Name: Text,
      SeriesName: Text.optional(),
      ProductionYear: Year,
      ProviderIds: z.object({ Imdb: Text.optional(), Tmdb: Text.optional() }).catch({}),
      RunTimeTicks: Ticks,
    }),
    PlaybackInfo: z
      .object({ PlayedToCompletion: Truth, PositionTicks: Ticks })
      .catch({ PlayedToCompletion: false, PositionTicks: 0 }),
  })
  .transform(({ Event, User, Item, PlaybackInfo }): Report | null => {
    const isSeen =
      Event === 'item.markplayed' ||
      PlaybackInfo.PlayedToCompletion ||
      isWatched(PlaybackInfo.PositionTicks, Item.RunTimeTicks);
    const hint =
      isSeen &&
      movieOrSeries({
        kind: Item.Type,
        title: Item.Name,
        series: Item.SeriesName,
        year: Item.ProductionYear,
        ids: { imdb: Item.ProviderIds.Imdb, tmdb: Item.ProviderIds.Tmdb },
      });
    return hint ? { accountName: User.Name, hint } : null;
  });

const AnyReport = z.union([PlexReport, JellyfinReport, EmbyReport]);

function parseJson(text: string): unknown {
  if (createShapeCheck(SHAPE)(text)) throw new AppError('bad_request');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
}

/**
 * Returns the field of a form that holds the report. Reads piece by piece, because the parser goes on to the end of a
 * piece after a limit: a whole megabyte of small parts would take a tenth of a second.
 */
function readForm(contentType: string, body: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isOver = false;
  const refuse = (cause?: unknown) => {
    isOver = true;
    reject(new AppError('bad_request', { cause }));
  };
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: FORM });
    form.on('field', (name, value) => {
      if (FORM_FIELDS.includes(name)) resolve(value);
    });
    // A form may end within the picture. Its report is complete then, or `finish` refuses the form.
    form.on('file', (_name, picture) => picture.on('error', () => undefined).resume());
    for (const event of ['error', 'partsLimit', 'fieldsLimit'] as const) form.on(event, refuse);
    // Without effect when the report was found.
    form.on('finish', () => refuse());
    for (let at = 0; at < body.length && !isOver; at += PIECE_BYTES)
      form.write(body.subarray(at, at + PIECE_BYTES));
    form.end();
  } catch (cause) {
    refuse(cause);
  }
  return promise;
}

/**
 * Reads one report: a form with a field of JSON, or JSON under any other content type, because Jellyfin calls its JSON
 * `text/plain`.
 * @returns null for a report of something else, for example of a pause or of music.
 * @throws AppError bad_request for a body that is no report at all.
 */
export async function readReport(contentType: string, body: Buffer): Promise<Report | null> {
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  const report = parseJson(isForm ? await readForm(contentType, body) : body.toString());
  if (typeof report !== 'object' || report === null || Array.isArray(report))
    throw new AppError('bad_request');
  return AnyReport.safeParse(report).data ?? null;
}
