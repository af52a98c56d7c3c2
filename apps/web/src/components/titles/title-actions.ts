import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import { createContext, useContext } from 'react';

/**
 * What a member can do with a title wherever it is shown. Carried out by the app, which joins the features; the
 * shown lists and cards need to know none of them.
 */
export interface TitleActions {
  /** Opens the rating dialog; `onRated` is called once a rating is saved. */
  rate: (medium: MediumCard, onRated?: () => void) => void;
  /** Adds to Watch Later or Haven't Watched, with Undo. False when it could not be saved, which has been said. */
  addTo: (list: 'watchLater' | 'haventWatched', medium: MediumCard) => Promise<boolean>;
  /** Fades the title out and hides it, with Undo. */
  hide: (medium: MediumCard) => void;
  unhide: (medium: MediumCard) => void;
  /** Opens 'add or edit lists'; `thenShare` goes on to share the list it was added to. */
  editLists: (medium: MediumCard, thenShare?: boolean) => void;
  /** Records that an offer's link was followed and asks how it was. The link itself opens by its own. */
  follow: (medium: MediumCard, offer: ProviderMedium) => void;
}

const Context = createContext<TitleActions | null>(null);

export const TitleActionsProvider = Context.Provider;

/** The member's actions; null for visitors, who have none. */
export function useTitleActions(): TitleActions | null {
  return useContext(Context);
}
