import { useState } from 'react';

/** What the wizard knows before there is an account. The password is never kept. */
export interface Draft {
  email: string;
  /** The server said that the address is free. */
  emailChecked: boolean;
  acceptedTerms: boolean;
  confirmedAge: boolean;
  displayName: string;
  displayNameChecked: boolean;
}

const KEY = 'sign_up';
const empty: Draft = {
  email: '',
  emailChecked: false,
  acceptedTerms: false,
  confirmedAge: false,
  displayName: '',
  displayNameChecked: false,
};

function read(): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return stored !== null && typeof stored === 'object' ? { ...empty, ...stored } : empty;
  } catch {
    return empty;
  }
}

function write(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Blocked storage only costs the resuming.
  }
}

/** The draft of this tab, which a reload resumes; `clear` once there is an account. */
export function useDraft() {
  const [draft, setDraft] = useState(read);
  return {
    draft,
    change: (part: Partial<Draft>) =>
      setDraft((was) => {
        const next = { ...was, ...part };
        write(next);
        return next;
      }),
    clear: () => {
      write(empty);
      setDraft(empty);
    },
  };
}

/** The furthest step the draft allows: 1 email, 2 display name, 3 password. */
export function furthestStep(draft: Draft): 1 | 2 | 3 {
  if (!draft.emailChecked || !draft.acceptedTerms || !draft.confirmedAge) return 1;
  return draft.displayNameChecked ? 3 : 2;
}
