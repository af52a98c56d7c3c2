import type { MediumCard } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';

/** Returns what `ShareLinks` shares of a title. */
export const titleShare = ({ id, title }: Pick<MediumCard, 'id' | 'title'>) => ({
  path: screenAddress(paths.discoverTitle, { mediaId: id }),
  text: `${title}, on Marquee`,
});
