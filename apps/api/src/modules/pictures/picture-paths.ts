import { createHash } from 'node:crypto';

export const PICTURE_WIDTHS = { poster: [185, 342, 500], backdrop: [780, 1280] } as const;
export type PictureKind = keyof typeof PICTURE_WIDTHS;

/** Changes with the address of the picture at its source. */
export const pictureVersion = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 8);

/** Path and query of the largest size of a picture. The version lets clients keep it. */
export const picturePath = (mediumId: number, kind: PictureKind, address: string): string =>
  `/images/titles/${mediumId}/${kind}-${Math.max(...PICTURE_WIDTHS[kind])}.webp?v=${pictureVersion(address)}`;
