import { BOT_CHECK_MINUTES } from '@marquee/contracts/constants';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BotCheckAction, getChallenge } from '../api.ts';
import { loadRecaptcha } from '../recaptcha.ts';
import { isAltcha, solve } from '../solve.ts';

/** The error for a token request before the bot check has loaded. */
export const NOT_LOADED =
  'The robot check is not loaded, so you cannot continue yet. Check your connection and reload the page.';

const FRESH_MS = (BOT_CHECK_MINUTES - 1) * 60_000;

interface Proof {
  token: Promise<string>;
  madeAt: number;
}

/**
 * Returns one token: a solved challenge or a reCAPTCHA token. The token is empty when the server has
 * BOT_CHECK=off.
 */
async function makeToken(action: BotCheckAction): Promise<string> {
  const challenge = await getChallenge(action);
  if (challenge.provider === 'off') return '';
  if (isAltcha(challenge)) return solve(challenge);
  if (challenge.site_key === undefined) throw new Error('The challenge has no site key.');
  const execute = await loadRecaptcha(challenge.site_key);
  return execute(action);
}

/**
 * Returns the bot check of a form. `takeToken` returns each token once and rejects when the check is not
 * loaded.
 * @returns `ready` turns true with the first token, and `reload` tries again after a failure
 */
export function useBotCheck(action: BotCheckAction, enabled = true) {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const proof = useRef<Proof | null>(null);

  const prepare = useCallback((): Proof => {
    const made: Proof = { token: makeToken(action), madeAt: Date.now() };
    proof.current = made;
    made.token.then(
      () => setStatus('ready'),
      (error: unknown) => {
        console.error('The bot check could not be loaded.', error);
        if (proof.current !== made) return;
        proof.current = null;
        setStatus('failed');
      },
    );
    return made;
  }, [action]);

  const reload = useCallback(() => {
    setStatus('loading');
    prepare();
  }, [prepare]);

  useEffect(() => {
    if (enabled) prepare();
  }, [enabled, prepare]);

  const takeToken = useCallback(async (): Promise<string> => {
    const held = proof.current;
    const usable = held && Date.now() - held.madeAt < FRESH_MS ? held : prepare();
    try {
      return await usable.token;
    } catch (cause) {
      throw new Error(NOT_LOADED, { cause });
    } finally {
      // A token is valid for one call.
      if (proof.current === usable) proof.current = null;
    }
  }, [prepare]);

  return { ready: status === 'ready', failed: status === 'failed', takeToken, reload };
}
