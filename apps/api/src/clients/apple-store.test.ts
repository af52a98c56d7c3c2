import { describe, expect, it } from 'vitest';
import {
  APP_ID,
  BUNDLE_ID,
  createAppleAuthority,
  signNotification,
  signTransaction,
} from '../../test/stores.ts';
import { createAppleStore } from './apple-store.ts';

const authority = await createAppleAuthority();
const { rootCertificate } = authority;
const settings = { bundleId: BUNDLE_ID, appId: APP_ID, rootCertificate, isSandbox: false };
const store = createAppleStore(settings);
const PRODUCTION = { id: '1', environment: 'Production' };
const DAY_MS = 86_400_000;
const read = async (state: Parameters<typeof signNotification>[1], by = authority) =>
  store.readNotification((await signNotification(by, state)).signedPayload);
const refusal = { code: 'bad_signature' };

describe('readNotification in production', () => {
  it('accepts a certificate chain that ends at the configured root', async () => {
    expect(await read(PRODUCTION)).toMatchObject({
      type: 'SUBSCRIBED',
      facts: {
        id: '1',
        priceId: 'monthly_399',
        status: 'active',
        isPartial: false,
        cancelAtPeriodEnd: false,
      },
    });
  });

  it('refuses an unknown root with the right names, certificates without Apple extensions, and an expired certificate', async () => {
    await expect(read(PRODUCTION, await createAppleAuthority())).rejects.toMatchObject(refusal);
    for (const options of [{ hasAppleMarks: false }, { leafEndsAt: Date.now() - 3_600_000 }]) {
      const other = await createAppleAuthority(options);
      const trusting = createAppleStore({ ...settings, rootCertificate: other.rootCertificate });
      const { signedPayload } = await signNotification(other, PRODUCTION);
      await expect(trusting.readNotification(signedPayload)).rejects.toMatchObject(refusal);
    }
  });

  it('refuses notifications of the sandbox and of environments that Apple does not sign', async () => {
    for (const environment of ['Sandbox', 'Xcode', 'LocalTesting'])
      await expect(read({ id: '1', environment })).rejects.toMatchObject(refusal);
  });

  it('refuses changed bytes, unsigned text and a signature dated in the future', async () => {
    const { signedPayload } = await signNotification(authority, PRODUCTION);
    const [header = '', payload = '', signature = ''] = signedPayload.split('.');
    const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"2.0"', '"2.1"'));
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const text of [
      '',
      'text',
      `${header}.${changed.toString('base64url')}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.`,
    ])
      await expect(store.readNotification(text)).rejects.toMatchObject(refusal);
    await expect(read({ ...PRODUCTION, signedDate: Date.now() + 3_600_000 })).rejects.toMatchObject(refusal);
  });

  it('refuses a notification for another application', async () => {
    const { signedPayload } = await signNotification(authority, PRODUCTION);
    for (const other of [{ bundleId: 'example.other' }, { appId: 1 }])
      await expect(
        createAppleStore({ ...settings, ...other }).readNotification(signedPayload),
      ).rejects.toMatchObject(refusal);
  });

  it('refuses every notification when the store is not configured', async () => {
    const { signedPayload } = await signNotification(authority, PRODUCTION);
    await expect(createAppleStore(null).readNotification(signedPayload)).rejects.toMatchObject(refusal);
  });
});

describe('the facts of a notification', () => {
  it.each([
    [1, 'active'],
    [2, 'canceled'],
    [3, 'unpaid'],
    [4, 'past_due'],
    [5, 'canceled'],
  ])('map status %i of Apple to %s', async (status, expected) => {
    expect((await read({ ...PRODUCTION, status })).facts?.status).toBe(expected);
  });

  it('set periodEnd to the end of the grace period while Apple retries the charge', async () => {
    const gracePeriodExpiresDate = Date.now() + 3 * DAY_MS;
    const state = { ...PRODUCTION, status: 4, expiresDate: Date.now() - DAY_MS, gracePeriodExpiresDate };
    expect((await read(state)).facts?.periodEnd.getTime()).toBe(gracePeriodExpiresDate);
  });

  it('set cancelAtPeriodEnd when renewal is off', async () => {
    expect((await read({ ...PRODUCTION, autoRenewStatus: 0 })).facts?.cancelAtPeriodEnd).toBe(true);
  });
});

describe('readTransaction', () => {
  it('uses the purchase date as observedAt, not the date of the signature', async () => {
    const purchaseDate = Date.now() - 5 * DAY_MS;
    const facts = await store.readTransaction(
      await signTransaction(authority, { ...PRODUCTION, purchaseDate }),
    );
    expect(facts).toMatchObject({ status: 'active', isPartial: true, observedAt: new Date(purchaseDate) });
  });
});
