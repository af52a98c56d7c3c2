const NATIONALITIES: Record<string, string> = {
  AR: 'Argentine',
  AT: 'Austrian',
  AU: 'Australian',
  BE: 'Belgian',
  BR: 'Brazilian',
  CA: 'Canadian',
  CH: 'Swiss',
  CL: 'Chilean',
  CN: 'Chinese',
  CO: 'Colombian',
  CZ: 'Czech',
  DE: 'German',
  DK: 'Danish',
  EG: 'Egyptian',
  ES: 'Spanish',
  FI: 'Finnish',
  FR: 'French',
  GB: 'British',
  GR: 'Greek',
  HK: 'Hong Kong',
  HU: 'Hungarian',
  ID: 'Indonesian',
  IE: 'Irish',
  IL: 'Israeli',
  IN: 'Indian',
  IS: 'Icelandic',
  IT: 'Italian',
  JP: 'Japanese',
  KE: 'Kenyan',
  KR: 'South Korean',
  LB: 'Lebanese',
  MX: 'Mexican',
  MY: 'Malaysian',
  NG: 'Nigerian',
  NL: 'Dutch',
  NO: 'Norwegian',
  NZ: 'New Zealand',
  PE: 'Peruvian',
  PH: 'Philippine',
  PL: 'Polish',
  PS: 'Palestinian',
  PT: 'Portuguese',
  RO: 'Romanian',
  RU: 'Russian',
  SA: 'Saudi',
  SE: 'Swedish',
  SG: 'Singaporean',
  SU: 'Soviet',
  TH: 'Thai',
  TR: 'Turkish',
  TW: 'Taiwanese',
  UA: 'Ukrainian',
  UY: 'Uruguayan',
  VN: 'Vietnamese',
  XC: 'Czechoslovak',
  ZA: 'South African',
};

/**
 * Joins one or two nationalities. Returns an empty text for more than two, for an unknown country and for the
 * United States alone.
 */
export function nationality(countries: readonly string[]): string {
  const codes = [...new Set(countries)];
  const names = codes
    .map((code) => (code === 'US' ? 'American' : NATIONALITIES[code]))
    .filter((name) => name);
  if (names.length === 0 || names.length > 2 || names.length < codes.length) return '';
  if (names.length === 1 && names[0] === 'American') return '';
  return names.join('–');
}
