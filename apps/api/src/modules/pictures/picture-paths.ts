import { createHash } from 'node:crypto';

export const PICTURE_WIDTHS = { poster: [185, 342, 500], backdrop: [780, 1280] } as const;
export type PictureKind = keyof typeof PICTURE_WIDTHS;

/** Returns a hash of the address at the source, so a new address gives a new version. */
export const pictureVersion = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 8);

/** Returns path and query of a picture in its largest size. The version in the query lets clients cache the picture. */
export const picturePath = (mediumId: number, kind: PictureKind, address: string): string =>
  `/images/titles/${mediumId}/${kind}-${Math.max(...PICTURE_WIDTHS[kind])}.webp?v=${pictureVersion(address)}`;
