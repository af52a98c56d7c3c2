// A website can reach a server on loopback through the browser of its visitor: by a name of its own that resolves
// to 127.0.0.1 (DNS rebinding), or by a request or a web socket to 127.0.0.1. The first has a foreign `Host`, the
// second a foreign `Origin`.
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const hostOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/:\d+$/, '');

/** Returns whether `Host`, and `Origin` if there is one, are names of this machine or in `allowedHosts`. */
export function isLocalRequest(
  { host = '', origin }: IncomingHttpHeaders,
  allowedHosts: readonly string[] = [],
): boolean {
  const isKnown = (text: string) => {
    const name = hostOf(text);
    return LOOPBACK.test(name) || (name !== '' && allowedHosts.includes(name));
  };
  return isKnown(host) && (origin === undefined || isKnown(origin));
}
