import * as paths from '@marquee/contracts/paths';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { topDialog } from '#src/lib/screen/top-dialog.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * The key `/` focuses the search field (marked `data-search-input`), and `?` shows the list of keys. Both
 * keys are ignored while the user types or a dialog is open.
 */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const show = useEffectEvent(showKeys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || topDialog() !== null) return;
      if (event.key === '?') show();
      else if (event.key === '/') {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>('[data-search-input]');
        if (field) field.focus();
        else void navigate(paths.search);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}
