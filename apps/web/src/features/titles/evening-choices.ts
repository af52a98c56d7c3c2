import type { Mood } from '@marquee/contracts';

/** The answers to "How long" and "What for". An empty value means any. */
export const LENGTHS = [
  { value: '', label: 'Any length' },
  { value: '30', label: 'An episode' },
  { value: '100', label: 'Under 100 minutes' },
] as const;

export const MOODS = [
  { value: '', label: 'Any mood' },
  { value: 'light', label: 'Light' },
  { value: 'tense', label: 'Tense' },
  { value: 'moving', label: 'Moving' },
  { value: 'strange', label: 'Strange' },
  { value: 'children', label: 'With children' },
] as const satisfies readonly { value: Mood | ''; label: string }[];
