import type { MediumCard, ProviderMedium, SaveSeen, UserList } from '@marquee/contracts';
import { createContext, useContext } from 'react';
import type { IconName } from '#src/components/ui/icon.tsx';

/** An action of a card: its letter key, its label, and what it does beside the given control. */
export interface CardAction {
  key: string;
  icon: IconName;
  label: string;
  /** Whether the title already has what the action gives, which fills the icon. */
  isOn?: boolean;
  run: (anchor: Element) => void;
}

interface RateOptions {
  /** The control beside which the rating opens. Without it, the rating is a dialog over the page. */
  anchor?: Element;
  /** Called when a rating is saved. */
  onRated?: () => void;
  /** Further actions below the stars. */
  more?: readonly CardAction[];
}

/** The actions of a member for a title, and for its lists. The app provides the actions, so that cards and lists import no features. */
export interface TitleActions {
  /** Opens the rating with stars and tags. */
  rate: (medium: MediumCard, options?: RateOptions) => void;
  /** Adds to Watch Later or Haven't Watched, with Undo. Resolves to false after a failure, which a toast reports. */
  addTo: (list: 'watchLater' | 'haventWatched', medium: MediumCard) => Promise<boolean>;
  /** Removes from Watch Later, with Undo. */
  removeFromWatchLater: (medium: MediumCard) => void;
  /** Marks the title as seen, or takes that back with null, with Undo. Of a series these are its aired episodes. */
  setSeen: (medium: MediumCard, seen: SaveSeen['seen'] | null) => void;
  /** Opens the form for the day of a view, and how often. */
  editSeen: (medium: MediumCard) => void;
  /** Opens the share sheet of the system, or a dialog with links where there is none. */
  share: (medium: MediumCard) => void;
  /** Fades the title out and hides it, with Undo. */
  hide: (medium: MediumCard) => void;
  unhide: (medium: MediumCard) => void;
  /** Opens 'add or edit lists'. With `thenShare`, the share dialog follows for the list the title was added to. */
  editLists: (medium: MediumCard, thenShare?: boolean) => void;
  /** Opens the dialog that shares a list. */
  shareList: (list: UserList) => void;
  /** Records an interaction and opens its dialog. The browser opens the link. */
  follow: (medium: MediumCard, offer: ProviderMedium) => void;
}

const Context = createContext<TitleActions | null>(null);

export const TitleActionsProvider = Context.Provider;

/** Returns the actions of the member, or null for visitors. */
export function useTitleActions(): TitleActions | null {
  return useContext(Context);
}
