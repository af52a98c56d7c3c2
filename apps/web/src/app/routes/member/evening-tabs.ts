import * as paths from '@marquee/contracts/paths';

/** The screens that say what to watch next. */
export const EVENING_TABS = {
  label: 'What to watch next',
  tabs: [
    { to: paths.tonight, label: 'Tonight' },
    { to: paths.upNext, label: 'Up next' },
    { to: paths.calendar, label: 'Calendar' },
  ],
} as const;
