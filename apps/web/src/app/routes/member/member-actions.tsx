import type { MediumCard, UserInteraction, UserList } from '@marquee/contracts';
import { INTERACTION_ANSWER } from '@marquee/contracts/constants';
import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useTellTimeZone } from '#src/features/account/tell-time-zone.ts';
import { recordInteraction, sendAnswer } from '#src/features/interactions/answer.ts';
import { setTitleHidden } from '#src/features/interactions/hide-title.ts';
import { addTitleTo, removeFromWatchLater } from '#src/features/lists/add-to-list.ts';
import { watchLaterQuery } from '#src/features/lists/api.ts';
import { worthSharing } from '#src/features/ratings/rate-title.ts';
import { setSeen } from '#src/features/seen/set-seen.ts';
import { mediumQuery } from '#src/features/titles/api.ts';
import { findCachedMedium } from '#src/features/titles/cache/media-cache.ts';
import { PageTitleLinks } from '#src/features/titles/components/title-links.tsx';
import { loadPosterTransition } from '#src/features/titles/components/title-sheet.tsx';
import { hasEpisodes } from '#src/features/titles/has-episodes.ts';
import { type TitleActions, TitleActionsProvider } from '#src/features/titles/hooks/title-actions.ts';
import { setWatchLater } from '#src/features/titles/hooks/watch-later.ts';
import { titleShare } from '#src/features/titles/share-title.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { useSettled } from '#src/lib/screen/use-settled.ts';
import { useStore } from '#src/lib/storage/store.ts';

const loadRating = () => import('#src/features/ratings/components/rating-dialog.tsx');
const SharePrompt = lazy(async () => ({
  default: (await import('#src/features/ratings/components/share-prompt.tsx')).SharePrompt,
}));
const loadLists = () => import('#src/features/lists/components/lists-dialog.tsx');
const loadInteraction = () => import('#src/features/interactions/components/interaction-dialog.tsx');
const RatingDialog = lazy(async () => ({ default: (await loadRating()).RatingDialog }));
const ListsDialog = lazy(async () => ({ default: (await loadLists()).ListsDialog }));
const ShareDialog = lazy(async () => ({
  default: (await import('#src/features/lists/components/share-dialog.tsx')).ShareDialog,
}));
const SeenDialog = lazy(async () => ({
  default: (await import('#src/features/seen/components/seen-dialog.tsx')).SeenDialog,
}));
const ShareTitleDialog = lazy(async () => ({
  default: (await import('#src/features/titles/components/share-title-dialog.tsx')).ShareTitleDialog,
}));
const InteractionDialog = lazy(async () => ({ default: (await loadInteraction()).InteractionDialog }));

/** Marks the episodes of a series, from which it follows whether the series is seen. */
async function setAllSeen(medium: MediumCard, isSeen: boolean): Promise<void> {
  const { markAll } = await import('#src/features/series/mark-episodes.ts');
  await markAll(medium, isSeen);
}

type Open =
  | ({ dialog: 'rating'; medium: MediumCard } & NonNullable<Parameters<TitleActions['rate']>[1]>)
  | { dialog: 'lists'; medium: MediumCard; thenShare: boolean }
  | { dialog: 'share'; list: UserList }
  | { dialog: 'seen' | 'shareTitle'; medium: MediumCard }
  | { dialog: 'interaction'; mediumId: number; title: string; asked: Promise<UserInteraction | null> };

const AskContext = createContext<(interaction: UserInteraction) => void>(() => {});

/** Returns a function that opens the dialog about an earlier interaction. */
export function useAskAbout(): (interaction: UserInteraction) => void {
  return useContext(AskContext);
}

/** Returns the title from a cached list. When no cached list has the title, fetches the title from the server. */
async function getMedium(id: number): Promise<MediumCard> {
  return findCachedMedium(id) ?? queryClient.fetchQuery(mediumQuery(id, true));
}

/** Provides the actions of a title to the features, and renders the dialogs of these actions. */
export function MemberActions({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const suggested = useStore(worthSharing);
  const close = () => setOpen(null);
  const { key: place } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the trigger
  useEffect(() => {
    // A panel belongs to a control of the page that was left.
    setOpen((now) => (now?.dialog === 'rating' && now.anchor ? null : now));
  }, [place]);

  const actions = useMemo(
    (): TitleActions => ({
      rate: (medium, options) =>
        setOpen((now) =>
          // A second press on the same control closes what the first one opened.
          now?.dialog === 'rating' && now.anchor !== undefined && now.anchor === options?.anchor
            ? null
            : { dialog: 'rating', medium, ...options },
        ),
      editLists: (medium, thenShare = false) => setOpen({ dialog: 'lists', medium, thenShare }),
      shareList: (list) => setOpen({ dialog: 'share', list }),
      addTo: (list, medium) => addTitleTo(list, medium),
      removeFromWatchLater: (medium) => void removeFromWatchLater(medium),
      setSeen: (medium, seen) => {
        // A series that was marked as a whole has a mark of its own to take back.
        const isWhole = medium.seen !== null && medium.progress?.seen === 0;
        void (hasEpisodes(medium) && !isWhole ? setAllSeen(medium, seen !== null) : setSeen(medium, seen));
      },
      editSeen: (medium) => setOpen({ dialog: 'seen', medium }),
      share: (medium) => {
        if (!('share' in navigator)) return setOpen({ dialog: 'shareTitle', medium });
        const { path, text } = titleShare(medium);
        navigator.share({ text, url: new URL(path, location.origin).href }).catch((error: unknown) => {
          // The member closed the sheet of the system.
          if (error instanceof DOMException && error.name === 'AbortError') return;
          setOpen({ dialog: 'shareTitle', medium });
        });
      },
      hide: (medium) => void setTitleHidden(medium, true),
      unhide: (medium) => void setTitleHidden(medium, false),
      follow: (medium, offer) =>
        setOpen({
          dialog: 'interaction',
          mediumId: medium.id,
          title: medium.title,
          asked: recordInteraction(medium.id, offer.id),
        }),
    }),
    [],
  );
  const ask = useMemo(
    () => (interaction: UserInteraction) =>
      setOpen({
        dialog: 'interaction',
        mediumId: interaction.medium_id,
        title: interaction.title,
        asked: Promise.resolve(interaction),
      }),
    [],
  );

  // Asked after the page's own calls: no button needs it before the member looks for one.
  const isSettled = useSettled();
  useTellTimeZone(isSettled);
  const watchLater = useQuery({ ...watchLaterQuery, enabled: isSettled }).data;
  useEffect(() => {
    if (watchLater) setWatchLater(watchLater.mediumIds);
  }, [watchLater]);

  // Preloads dialogs and motion after four seconds, so that each dialog opens without delay.
  useEffect(() => {
    const warm = () =>
      void Promise.all([loadRating(), loadLists(), loadInteraction(), loadPosterTransition()]).catch(
        () => {},
      );
    const timer = setTimeout(warm, 4_000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <TitleActionsProvider value={actions}>
      <AskContext value={ask}>
        <PageTitleLinks>{children}</PageTitleLinks>
      </AskContext>
      <Suspense fallback={null}>
        {open?.dialog === 'rating' && (
          <RatingDialog
            key={open.medium.id}
            medium={open.medium}
            anchor={open.anchor}
            more={open.more}
            onRated={open.onRated}
            // A late reply closes only its own panel.
            onClose={() => setOpen((now) => (now === open ? null : now))}
          />
        )}
        {suggested && !open && <SharePrompt medium={suggested} onClose={() => worthSharing.write(null)} />}
        {open?.dialog === 'lists' && (
          <ListsDialog
            medium={open.medium}
            onClose={close}
            onShare={open.thenShare ? actions.shareList : undefined}
          />
        )}
        {open?.dialog === 'seen' && <SeenDialog medium={open.medium} onClose={close} />}
        {open?.dialog === 'shareTitle' && <ShareTitleDialog medium={open.medium} onClose={close} />}
        {open?.dialog === 'share' && <ShareDialog list={open.list} onClose={close} />}
        {open?.dialog === 'interaction' && (
          <InteractionDialog
            title={open.title}
            onAnswer={(answer) => {
              void sendAnswer(open.asked, answer);
              close();
              if (answer !== INTERACTION_ANSWER.readyToRate) return;
              getMedium(open.mediumId).then(
                (medium) => setOpen({ dialog: 'rating', medium }),
                (error: unknown) => showFailure(error, 'This title could not be loaded. Please try again.'),
              );
            }}
          />
        )}
      </Suspense>
    </TitleActionsProvider>
  );
}
