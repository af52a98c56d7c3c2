import { Button } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { setTheme, useShownTheme } from '#src/lib/screen/use-theme.ts';

export function ThemeButton() {
  const other = useShownTheme() === 'dark' ? 'light' : 'dark';
  const label = `Use the ${other} theme`;
  return (
    <Button variant="icon" aria-label={label} title={label} onClick={() => setTheme(other)}>
      <Icon name={other} />
    </Button>
  );
}
