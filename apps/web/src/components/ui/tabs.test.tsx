import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
  { value: 'c', label: 'C' },
] as const;

test('Tabs moves one tab for each arrow key when keys are pressed before the address changes', () => {
  const onChange = vi.fn();
  render(
    <Tabs label="Letters" tabs={tabs} value="a" onChange={onChange}>
      Panel
    </Tabs>,
  );
  screen.getByRole('tab', { name: 'A' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  expect(onChange.mock.calls.flat()).toEqual(['b', 'c', 'a', 'c', 'b']);
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'B' }));
});
