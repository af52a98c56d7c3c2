import { createKeySecret } from '@marquee/api/src/http/personal-keys.ts';
import type { AttackCall } from './attack.worker.ts';

const GUESSES = 10_000;
const ADDRESSES = 20;

/** Guesses of personal keys and of addresses to read in turns, from so many IP addresses that none reaches its limit of calls. */
export const guesses = (): AttackCall[] =>
  Array.from({ length: GUESSES }, (_, at) => {
    const secret = createKeySecret();
    const from = { 'x-forwarded-for': `192.0.2.${Math.floor(at / 2) % ADDRESSES}` };
    return at % 2 === 0
      ? { path: '/api/v1/up_next', headers: { ...from, authorization: `Bearer ${secret}` } }
      : { path: `/feeds/${secret}/diary.json`, headers: from };
  });
