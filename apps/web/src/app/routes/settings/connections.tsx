import { needsPassword } from '#src/features/account/api.ts';
import { PasswordDialog } from '#src/features/account/components/password-dialog.tsx';
import { Keys } from '#src/features/keys/components/keys.tsx';
import { Watched } from '#src/features/watched/components/watched.tsx';
import css from './settings.module.css';

function AskPassword(props: { onConfirmed: () => void; onClose: () => void }) {
  return <PasswordDialog {...props} lead="Enter your password to make a key." cancel="Cancel" />;
}

/** What outside of Marquee works with the account: keys for scripts, and the media server. */
export function Connections() {
  return (
    <div className={css.columns}>
      <Keys needsPassword={needsPassword} AskPassword={AskPassword} />
      <Watched />
    </div>
  );
}
