import { describe, expect, it } from 'vitest';
import { APP_ID, createAppleAuthority } from '../test/stores.ts';
import { readToolEnv } from './env.ts';

const { rootPem, rootCertificate } = await createAppleAuthority();
const apple = { APPLE_BUNDLE_ID: 'example.app', APPLE_APP_ID: String(APP_ID), APPLE_ROOT_CA: rootPem };
const key = { client_email: 'a@example.com', private_key: 'secret-key' };
const google = {
  GOOGLE_PACKAGE: 'example.app',
  GOOGLE_AUDIENCE: 'https://example.com',
  GOOGLE_SERVICE_ACCOUNT: JSON.stringify(key),
};

describe('the variables of the stores', () => {
  it('are optional', () => {
    expect(readToolEnv({})).toMatchObject({ APPLE_STORE: null, GOOGLE_STORE: null });
  });

  it('accept the root certificate as PEM and as base64', () => {
    for (const APPLE_ROOT_CA of [rootPem, rootCertificate.toString('base64')])
      expect(readToolEnv({ ...apple, APPLE_ROOT_CA }).APPLE_STORE).toEqual({
        bundleId: 'example.app',
        appId: APP_ID,
        rootCertificate,
        isSandbox: true,
      });
  });

  it('are refused when only some variables of a store are set', () => {
    expect(() => readToolEnv({ ...apple, APPLE_APP_ID: '' })).toThrow(/^APPLE_APP_ID: must be set together/);
    expect(() => readToolEnv({ ...google, GOOGLE_AUDIENCE: '' })).toThrow(/^GOOGLE_AUDIENCE: must be set/);
  });

  it('cause an error that names the wrong variable and does not quote the key', () => {
    expect(() => readToolEnv({ ...apple, APPLE_ROOT_CA: 'x' })).toThrow(
      /^APPLE_ROOT_CA: must be a certificate/,
    );
    const broken = `${JSON.stringify(key)}}`;
    expect(() => readToolEnv({ ...google, GOOGLE_SERVICE_ACCOUNT: broken })).toThrow(
      /^GOOGLE_SERVICE_ACCOUNT: must be the JSON key of a service account$/,
    );
  });

  it('do not allow an emulator for Google in production', () => {
    const source = { NODE_ENV: 'production', ...google, GOOGLE_API_BASE: 'http://127.0.0.1:1' };
    expect(() => readToolEnv(source)).toThrow('GOOGLE_API_BASE: must not be set in production');
  });

  it('name the apps that open links, with or without the stores', () => {
    const linked = 'A1B2C3D4E5.com.example.app';
    expect(readToolEnv({})).toMatchObject({ APPLE_LINKS: null, ANDROID_LINKS: null });
    expect(readToolEnv({ APPLE_APP_ID: linked })).toMatchObject({ APPLE_LINKS: linked, APPLE_STORE: null });
    const both = readToolEnv({ ...apple, APPLE_APP_ID: `${APP_ID},${linked}` });
    expect([both.APPLE_LINKS, both.APPLE_STORE?.appId]).toEqual([linked, APP_ID]);
    expect(readToolEnv(apple).APPLE_LINKS).toBeNull();
    const [plain, printed] = ['ab'.repeat(32), Array.from({ length: 32 }, () => 'AB').join(':')];
    expect(
      readToolEnv({ ANDROID_PACKAGE: 'com.example.app', ANDROID_CERT_SHA256: `${plain}, ${printed}` }),
    ).toMatchObject({
      ANDROID_LINKS: { packageName: 'com.example.app', fingerprints: [printed, printed] },
    });
  });

  it.each([
    [{ ANDROID_PACKAGE: 'com.example.app' }, /^ANDROID_CERT_SHA256: must be set together/],
    [{ ANDROID_CERT_SHA256: 'ab'.repeat(32) }, /^ANDROID_PACKAGE: must be set together/],
    [{ ANDROID_PACKAGE: 'a', ANDROID_CERT_SHA256: 'ab:cd' }, /^ANDROID_CERT_SHA256: must be SHA-256/],
    [{ APPLE_APP_ID: 'com.example.app' }, /^APPLE_APP_ID: must be a whole number, an App ID/],
    [{ APPLE_APP_ID: 'A1B2C3D4E5.a,A1B2C3D4E5.b' }, /^APPLE_APP_ID: must be a whole number/],
    [{ ...apple, APPLE_APP_ID: 'A1B2C3D4E5.com.example.app' }, /^APPLE_APP_ID: must be set together/],
  ])('are refused when an app is not named in full: %j', (source, message) => {
    expect(() => readToolEnv(source)).toThrow(message);
  });
});
