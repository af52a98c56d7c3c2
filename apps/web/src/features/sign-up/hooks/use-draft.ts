import { useState } from 'react';

/** The wizard's input before the account exists. The password is never stored. */
export interface Draft {
  email: string;
  /** Whether the server has confirmed that the email is free. */
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
    // With blocked storage a reload starts the wizard again.
  }
}

/** Starts the draft with an email, such as the address of an invitation. A draft with the same email stays. */
export function prefillEmail(email: string): void {
  if (read().email.toLowerCase() !== email.toLowerCase()) write({ ...empty, email });
}

/** Returns the draft of this tab, which a reload keeps. `clear` is called when the account exists. */
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

/** Returns the furthest step that the draft allows: 1 email, 2 display name, 3 password. */
export function furthestStep(draft: Draft): 1 | 2 | 3 {
  if (!draft.emailChecked || !draft.acceptedTerms || !draft.confirmedAge) return 1;
  return draft.displayNameChecked ? 3 : 2;
}
