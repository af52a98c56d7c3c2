import type { MediumCard, ProviderMedium } from '@marquee/contracts';
import { createContext, useContext } from 'react';

/** The actions of a member for a title. The app provides the actions, so that cards and lists import no features. */
export interface TitleActions {
  /** Opens the rating dialog. `onRated` is called when a rating is saved. */
  rate: (medium: MediumCard, onRated?: () => void) => void;
  /** Adds to Watch Later or Haven't Watched, with Undo. Resolves to false after a failure, which a toast reports. */
  addTo: (list: 'watchLater' | 'haventWatched', medium: MediumCard) => Promise<boolean>;
  /** Fades the title out and hides it, with Undo. */
  hide: (medium: MediumCard) => void;
  unhide: (medium: MediumCard) => void;
  /** Opens 'add or edit lists'. With `thenShare`, the share dialog follows for the list the title was added to. */
  editLists: (medium: MediumCard, thenShare?: boolean) => void;
  /** Records an interaction and opens its dialog. The browser opens the link. */
  follow: (medium: MediumCard, offer: ProviderMedium) => void;
}

const Context = createContext<TitleActions | null>(null);

export const TitleActionsProvider = Context.Provider;

/** Returns the actions of the member, or null for visitors. */
export function useTitleActions(): TitleActions | null {
  return useContext(Context);
}
