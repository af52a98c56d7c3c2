import { createECDH } from 'node:crypto';
import { promises as dns, lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { patiently } from '#src/core/patience.ts';

/** Where a browser takes pushes, and with which keys they are encrypted. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the browser no longer takes pushes there. `refused`: any other reply than success. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

interface Env {
  VAPID_PUBLIC_KEY: string | null;
  VAPID_PRIVATE_KEY: string | null;
  PUSH_LOOPBACK: 'on' | 'off';
  SUPPORT_EMAIL: string;
}

const TIMEOUT_MS = 10_000;
const LOOKUP_MS = 2_000;
/** A push service keeps the message so long for a browser that is off. Later it is no news. */
const TTL_S = 6 * 60 * 60;

const refusal = (host: string): Error => new Error(`${host} is no address of a push service`);

/** Returns whether an IP address is one of the internet: none of a private network, of this machine or for special use. */
function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** What DNS says when a name has no address. Every other error says that it could not be asked. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set([dns.NOTFOUND, dns.NODATA]);

/**
 * Sends web pushes (RFC 8030, 8291 and 8292). The address comes from a browser, so anybody can name any. Node resolves the name
 * once more for each connection, and the check is part of that, so that no name can lead elsewhere after it was checked.
 * Redirects are not followed.
 */
export function createPushService(
  env: Env,
  { timeoutMs = TIMEOUT_MS, nameServers }: { timeoutMs?: number; nameServers?: readonly string[] } = {},
) {
  const allowsLoopback = env.PUSH_LOOPBACK === 'on';
  const isAllowed = (address: string): boolean =>
    isPublic(address) ||
    (allowsLoopback && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');

  /** Returns the host without the brackets of IPv6, or null for an address that no push service has. */
  function hostOf(endpoint: string): string | null {
    const { protocol, hostname, username, password, port } = new URL(endpoint);
    const isPlain = protocol === 'https:' && port === '';
    if (username || password || !(isPlain || allowsLoopback)) return null;
    const host = hostname.replace(/^\[|\]$/g, '');
    return ipaddr.isValid(host) && !isAllowed(host) ? null : host;
  }

  const checkedLookup: LookupFunction = (host, _options, callback) => {
    lookup(host, { all: true }, (error, addresses) => {
      const isInside = !error && addresses.some(({ address }) => !isAllowed(address));
      callback(error ?? (isInside ? refusal(host) : null), addresses);
    });
  };

  return {
    publicKey: env.VAPID_PUBLIC_KEY,

    /**
     * Returns whether pushes may go to the address. While DNS does not answer, a name is accepted, because it is checked before
     * each sending again, and a member who logs in during an outage should not lose the pushes of the browser.
     */
    async mayUse(endpoint: string): Promise<boolean> {
      const host = hostOf(endpoint);
      if (host === null) return false;
      if (ipaddr.isValid(host)) return true;
      // Not `lookup`, which has no limit of time and takes one of the few threads of the process.
      const resolver = new dns.Resolver({ timeout: patiently(LOOKUP_MS), tries: 1 });
      if (nameServers) resolver.setServers(nameServers);
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const isKnownToLack = answers.every(
        (answer) => answer.status === 'rejected' && NO_ADDRESS.has(answer.reason.code),
      );
      return !isKnownToLack && addresses.every(isAllowed);
    },

    /** Returns whether the key is a point of the curve, without which nothing can be encrypted. */
    isKey(p256dh: string): boolean {
      try {
        const own = createECDH('prime256v1');
        own.generateKeys();
        own.computeSecret(p256dh, 'base64url');
        return true;
      } catch {
        return false;
      }
    },

    /** @throws when the service cannot be reached, or the address leads into a private network. */
    async send({ endpoint, p256dh, auth }: PushTarget, message: string): Promise<PushOutcome> {
      if (env.VAPID_PUBLIC_KEY === null || env.VAPID_PRIVATE_KEY === null) return 'refused';
      if (hostOf(endpoint) === null) throw refusal(new URL(endpoint).host);
      const { generateRequestDetails } = (await import('web-push')).default;
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
        vapidDetails: {
          subject: `mailto:${env.SUPPORT_EMAIL}`,
          publicKey: env.VAPID_PUBLIC_KEY,
          privateKey: env.VAPID_PRIVATE_KEY,
        },
        TTL: TTL_S,
        contentEncoding: 'aes128gcm',
      });
      const { request } = new URL(endpoint).protocol === 'http:' ? http : https;
      const status = await new Promise<number>((done, fail) => {
        const sent = request(
          endpoint,
          {
            method: 'POST',
            headers: { ...headers },
            lookup: checkedLookup,
            // Not `timeout`, which begins again with every byte of a server that sends one now and then.
            signal: AbortSignal.timeout(patiently(timeoutMs)),
            agent: false,
          },
          (reply) => {
            // The body says nothing that we use, and may be endless.
            reply.destroy();
            done(reply.statusCode ?? 0);
          },
        );
        sent.on('error', fail);
        sent.end(body);
      });
      if (status === 404 || status === 410) return 'gone';
      return status >= 200 && status < 300 ? 'sent' : 'refused';
    },
  };
}

export type PushService = ReturnType<typeof createPushService>;
