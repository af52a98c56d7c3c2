import { describe, expect, it } from 'vitest';
import { MESSAGES } from './constants.ts';
import { DisplayName } from './names.ts';

const problems = (name: string): string[] =>
  DisplayName.safeParse(name).error?.issues.map(({ message }) => message) ?? [];

describe('a display name', () => {
  it.each([
    'marquee',
    'Marquee',
    'MarqueeTeam',
    'm4rqu33',
    'Ｍａｒｑｕｅｅ',
    'márquée',
    'support',
    'SUPPORT24',
    'supp0rt',
    'admin',
    '4dmin',
    'adm1n',
    'Admins',
    '007admin',
    'administrator',
    'officialsupport',
    'TheAdminTeam',
    'bi11ing',
    'ad\u200emin',
    'admın',
    'ɑdmin',
    'ᴀᴅᴍɪɴ',
    'ꜱᴜᴘᴘᴏʀᴛ',
    'ᴍᴀʀꞯᴜᴇᴇ',
    // Cyrillic and Greek letters alone.
    'аԁміп',
    'ѕиррогт',
    'гоот',
    'ΑΔΜΙΝ',
  ])('is refused when it passes for us: %s', (name) => {
    expect(problems(name)).toEqual([MESSAGES.displayNameReserved]);
  });

  it.each(['аdmin', 'Αlice', 'paypаl', 'aliceΩ', 'Ωmega', 'аlісе7x', 'ab山田'])(
    'is refused when its letters belong to two scripts: %s',
    (name) => {
      expect(problems(name)).toEqual([MESSAGES.displayNameScripts]);
    },
  );

  it.each([
    'Ada42',
    'Supporter',
    'Badminton',
    'Grassroots',
    'Stafford',
    'Helpful',
    'Team7',
    'Øyvind',
    'Šárka',
    'Ольга',
    'Ελένη',
    'محمد',
    'שרה',
    '山田たろう',
    'ヤマダ一郎',
    '김철수',
    'हिन्दी',
    'ไทยไทย',
  ])('is accepted when it has letters of one script and is an ordinary name: %s', (name) => {
    expect(problems(name)).toEqual([]);
  });

  it('loses its direction marks', () => {
    expect(DisplayName.parse('\u202eAda\u200f42\u2069')).toBe('Ada42');
  });
});
