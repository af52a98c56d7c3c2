// pnpm marquee push keys: makes the keys with which a server signs its pushes (VAPID, RFC 8292).
import { createECDH } from 'node:crypto';
import { print, type Tool } from './command.ts';

export const tool: Tool = {
  name: 'pnpm marquee push',
  about: 'Makes the keys that sign web pushes.',
  commands: {
    keys: {
      help: 'print a new pair of keys for .env; browsers that subscribed with another pair must subscribe again',
      run: async () => {
        const pair = createECDH('prime256v1');
        print(`VAPID_PUBLIC_KEY=${pair.generateKeys('base64url')}`);
        // A private key with leading zeros would be shorter.
        print(
          `VAPID_PRIVATE_KEY=${Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
            .subarray(-32)
            .toString('base64url')}`,
        );
        return 0;
      },
    },
  },
};
