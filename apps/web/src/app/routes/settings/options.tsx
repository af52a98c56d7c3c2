import type { User } from '@marquee/contracts';
import { AccountSection } from './account-section.tsx';
import { DataSection } from './data-section.tsx';
import { TasteSection } from './taste-section.tsx';
import { ViewSection } from './view-section.tsx';

/** All settings. The most used settings come first. */
export function Options({ user }: { user: User }) {
  return (
    <>
      <TasteSection user={user} />
      <ViewSection user={user} />
      <AccountSection user={user} />
      <DataSection user={user} />
    </>
  );
}
