import { showToast } from '#src/lib/screen/toast.ts';
import { Button } from './button.tsx';

/** Copies a text, which `what` names: “The address is copied.” */
export function CopyButton({ text, what, label }: { text: string; what: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(`The ${what} is copied.`);
    } catch {
      showToast(`The ${what} could not be copied. Please select it and copy it.`, { tone: 'failure' });
    }
  };
  return <Button onClick={() => void copy()}>{label}</Button>;
}
