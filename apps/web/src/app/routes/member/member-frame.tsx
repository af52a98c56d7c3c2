import { Outlet } from 'react-router-dom';
import { MemberActions } from './member-actions.tsx';

/** Around every member screen but Discover, which stands under `/` and brings its own. */
export function Component() {
  return (
    <MemberActions>
      <Outlet />
    </MemberActions>
  );
}
