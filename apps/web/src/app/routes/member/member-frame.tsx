import { Outlet } from 'react-router-dom';
import { MemberActions } from './member-actions.tsx';

/** The frame of every member screen except Discover, whose route is `/`. */
export function Component() {
  return (
    <MemberActions>
      <Outlet />
    </MemberActions>
  );
}
