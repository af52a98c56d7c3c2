import type { ListChange } from '@marquee/contracts';

const DEED: Record<ListChange['action'], string> = {
  added: 'added',
  removed: 'removed',
  moved: 'moved',
  renamed: 'renamed the list',
};

/** Says who did what: `Fay added Coraline.` */
export function changeInWords({ by, action, title }: ListChange): string {
  const what = action === 'renamed' ? '' : ` ${title ?? 'several titles'}`;
  return `${by ?? 'A former member'} ${DEED[action]}${what}.`;
}
