import { SaveQuietHours } from '@marquee/contracts/push';
import { CriticalRatingSource } from '@marquee/contracts/users';
import { z } from 'zod';

/** The settings of an account that an import of our own export restores. */
export const AccountSettings = z
  .object({
    criticalRatingSource: CriticalRatingSource,
    addTagsWhileRating: z.boolean(),
    unavailableTitles: z.boolean(),
    hideSpoilers: z.boolean(),
    notifySharedList: z.boolean(),
    notifyAddedMediumToList: z.boolean(),
    notifyRemovedMediumFromList: z.boolean(),
    notifyDeletedList: z.boolean(),
    notifyAcceptedList: z.boolean(),
    notifyRateMovieWatched: z.boolean(),
    digestNews: z.boolean(),
    pushEpisode: z.boolean(),
    pushSaved: z.boolean(),
    pushInvitation: z.boolean(),
    pushRound: z.boolean(),
    monthlyExport: z.boolean(),
    quietFrom: SaveQuietHours.shape.from.nullable(),
    quietTo: SaveQuietHours.shape.to.nullable(),
  })
  .partial();
export type AccountSettings = z.infer<typeof AccountSettings>;

/** Their values in a new account. */
export const DEFAULTS: Required<AccountSettings> = {
  criticalRatingSource: 'none',
  addTagsWhileRating: true,
  unavailableTitles: false,
  hideSpoilers: true,
  notifySharedList: true,
  notifyAddedMediumToList: true,
  notifyRemovedMediumFromList: true,
  notifyDeletedList: true,
  notifyAcceptedList: true,
  notifyRateMovieWatched: true,
  digestNews: true,
  pushEpisode: false,
  pushSaved: false,
  pushInvitation: false,
  pushRound: false,
  monthlyExport: false,
  quietFrom: null,
  quietTo: null,
};

/** The names of the settings by those that they have in the export. */
export const SETTINGS_BY_COLUMN: ReadonlyMap<string, keyof AccountSettings> = new Map(
  AccountSettings.keyof().options.map((name) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
  ]),
);
