import * as texts from '@marquee/contracts/texts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Tabs } from '#src/components/ui/tabs.tsx';
import { useSettled } from '#src/lib/screen/use-settled.ts';
import { useSession } from '#src/lib/session/session.ts';
import { HelpLinks } from './help-links.tsx';
import { loadDialogs } from './lazy-dialogs.ts';
import { Options } from './options.tsx';
import css from './settings.module.css';

const loadConnections = () => import('./connections.tsx');
const Connections = lazy(async () => ({ default: (await loadConnections()).Connections }));
const loadFeedback = () => import('#src/features/messages/components/feedback-form.tsx');
const FeedbackForm = lazy(async () => ({ default: (await loadFeedback()).FeedbackForm }));

const tabs = [
  { value: 'options', label: texts.options },
  { value: 'connections', label: 'Connections' },
  { value: 'feedback', label: texts.feedback },
] as const;

/** Settings with the tabs Options, Connections and Feedback. The tab is in the address. */
export function Component() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  // The draft of the feedback is kept here, so that a change of the tab does not delete the draft.
  const [draft, setDraft] = useState('');
  // Parts that are not in view load after those that are, before they are wanted. A part that could not be loaded is asked for again.
  const isSettled = useSettled();
  useEffect(() => {
    if (isSettled && navigator.onLine)
      void Promise.allSettled([loadDialogs(), loadConnections(), loadFeedback()]);
  }, [isSettled]);
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'options';
  return (
    <Page title={texts.settings}>
      <div>
        <Tabs
          label={texts.settings}
          tabs={tabs}
          value={tab}
          onChange={(next) => setParams(next === 'options' ? {} : { tab: next })}
        >
          <Suspense fallback={<Skeleton height="20rem" />}>
            {tab === 'feedback' ? (
              <div className={css.feedback}>
                <FeedbackForm draft={draft} onDraft={setDraft} />
              </div>
            ) : tab === 'connections' ? (
              <Connections />
            ) : (
              user && <Options user={user} />
            )}
          </Suspense>
        </Tabs>
        <HelpLinks />
      </div>
    </Page>
  );
}
