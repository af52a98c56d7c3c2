import type { NewKey } from '@marquee/contracts';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { feedAddress } from '../api.ts';
import css from './keys.module.css';

const ADDRESSES = [
  { file: 'calendar.ics', name: 'Calendar' },
  { file: 'watch_later.json', name: 'Watch Later' },
  { file: 'picks.json', name: 'Picked for you' },
  { file: 'diary.json', name: 'Diary' },
] as const;

/** The secret of a key that was just made, or the addresses that contain it. They are shown this once. */
export function ShownKey({ made: { key, secret } }: { made: NewKey }) {
  if (!key.scopes.includes('feed')) {
    const address = new URL('/api/v1/tonight', location.origin).href;
    const example = `curl -H "Authorization: Bearer ${secret}" ${address}`;
    return (
      <div className={css.shown} role="status">
        <h3>Your key “{key.name}”</h3>
        <p>Copy it now. It is not shown again.</p>
        <code>{secret}</code>
        <CopyButton text={secret} what="key" label="Copy key" />
        <p>
          A script sends it with each call, as in this line for a terminal.{' '}
          <a href="/docs">The description of the interface</a> has all calls.
        </p>
        <code>{example}</code>
        <CopyButton text={example} what="line" label="Copy line" />
      </div>
    );
  }
  return (
    <div className={css.shown} role="status">
      <h3>Your addresses “{key.name}”</h3>
      <p>Copy those that you need now. They are not shown again, and whoever has one can read it.</p>
      <ul className={css.addresses}>
        {ADDRESSES.map(({ file, name }) => {
          const address = feedAddress(secret, file);
          return (
            <li key={file}>
              <h4>{name}</h4>
              <code>{address}</code>
              <CopyButton text={address} what="address" label={`Copy address of ${name}`} />
            </li>
          );
        })}
      </ul>
      <p className="soft">
        A phone subscribes to the calendar. With .rss at the end instead of .json a reader gets RSS, and with
        .imdb.json a collection manager gets the ids.
      </p>
    </div>
  );
}
