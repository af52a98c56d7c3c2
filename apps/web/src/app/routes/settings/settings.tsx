import * as texts from '@marquee/contracts/texts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Page } from '#src/components/ui/page.tsx';
import { Tabs } from '#src/components/ui/tabs.tsx';
import { FeedbackForm } from '#src/features/messages/components/feedback-form.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { Connections } from './connections.tsx';
import { HelpLinks } from './help-links.tsx';
import { Options } from './options.tsx';
import css from './settings.module.css';

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
          {tab === 'feedback' ? (
            <div className={css.feedback}>
              <FeedbackForm draft={draft} onDraft={setDraft} />
            </div>
          ) : tab === 'connections' ? (
            <Connections />
          ) : (
            user && <Options user={user} />
          )}
        </Tabs>
        <HelpLinks />
      </div>
    </Page>
  );
}
