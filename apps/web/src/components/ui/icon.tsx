const paths = {
  discover: 'M4 5h16v14H4z M4 9h16 M8 5v4 M16 5v4 M10 12.500l4.500 2.500-4.500 2.500z',
  lists: 'M4 6h2 M9 6h11 M4 12h2 M9 12h11 M4 18h2 M9 18h11',
  star: 'M12 3.500l2.600 5.500 6 .800-4.400 4.200 1.100 6-5.300-2.900-5.300 2.900 1.100-6-4.400-4.200 6-.800z',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z M15.500 15.500L20.500 20.500',
  settings: 'M4 7h9 M17 7h3 M15 4.500v5 M4 17h3 M11 17h9 M9 14.500v5',
  signOut: 'M10 4H5v16h5 M9 12h11 M16 8l4 4-4 4',
  signIn: 'M14 4h5v16h-5 M4 12h11 M11 8l4 4-4 4',
  close: 'M6 6l12 12 M18 6L6 18',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  plus: 'M12 5v14 M5 12h14',
  check: 'M5 12.500l4.500 4.500L19 7',
  hide: 'M4 4l16 16 M9.500 5.700A9 9 0 0 1 12 5.400c4.500 0 7.800 3.300 9.300 6.600a13 13 0 0 1-2.600 3.600 M6 7.700A13 13 0 0 0 2.700 12c1.500 3.300 4.800 6.600 9.300 6.600a9 9 0 0 0 4-.900',
  show: 'M2.700 12c1.500-3.300 4.800-6.600 9.300-6.600s7.800 3.300 9.300 6.600c-1.500 3.300-4.800 6.600-9.300 6.600S4.200 15.300 2.700 12z M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  play: 'M7 4.500v15l12-7.500z',
  external: 'M9 5H5v14h14v-4 M13 5h6v6 M19 5l-8.500 8.500',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z M12 8v4.500l3 2',
  share: 'M12 15V4 M8 8l4-4 4 4 M5 12v8h14v-8',
  undo: 'M8 5L4 9l4 4 M4 9h10a5.500 5.500 0 0 1 0 11h-3',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M12 2.500v2.500 M12 19v2.500 M2.500 12H5 M19 12h2.500 M5.300 5.300L7 7 M17 17l1.700 1.700 M5.300 18.700L7 17 M17 7l1.700-1.700',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  grip: 'M9 6h.010 M15 6h.010 M9 12h.010 M15 12h.010 M9 18h.010 M15 18h.010',
  more: 'M5 12h.010 M12 12h.010 M19 12h.010',
} as const;

export type IconName = keyof typeof paths;

/**
 * A decorative line icon in the text's color. The text beside the icon, or the label of its button, gives the meaning.
 */
export function Icon({
  name,
  size = 20,
  filled = false,
}: {
  name: IconName;
  size?: number;
  filled?: boolean | undefined;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'grip' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
