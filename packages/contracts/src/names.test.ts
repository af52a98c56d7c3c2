import { describe, expect, it } from 'vitest';
import { MESSAGES } from './constants.ts';
import { DisplayName, GuestName } from './names.ts';

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
    // Letters that look turned, hooked or crossed out, and two letters that look like one.
    'maɾquee',
    'marquɘɘ',
    'mɐrquee',
    'rnarquee',
    'vvarquee',
    'marcuee',
    'markuee',
    'marqvee',
    'marqueeTV',
    'aclmin',
    'adrnin',
    'ađmin',
    'suƥport',
    'suppørt',
    // Cherokee and Lisu letters.
    'ꓮꓓꓟꓲꓠ',
    'ꓢꓴꓑꓑꓳꓣꓔ',
    'ᏢᎡᎥᏙᎪᏟᎩ',
    // Further words for the people who run the product.
    'noreply',
    'NoReply1',
    'moderation',
    'moderators',
    'payment',
    'payments',
    'refund',
    'refunds',
    'RefundTeam',
    'abuse',
    'sysop',
    'privacy',
    'TheModerators',
    'customercare',
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
    'Adwin',
    'Admira',
    'Nadim',
    'Damin',
    'Marques',
    'Marquez',
    'Marquise',
    'Marquette',
    'Marguerite',
    'Marcue',
    'Marcus',
    'Marek',
    'Wark',
    'Rooth',
    'Rooney',
    'Stafford',
    'Staffan',
    'Noor',
    'Norell',
    'Abbas',
    'Refugio',
    'Paymon',
    'Modesta',
    'Moderna',
    'Sysoeva',
    'Prival',
    'Carey',
    'Teamster',
    'Myriam',
    'Thea',
    'Jørgen',
    'Łukasz',
    'Đorđe',
    'Þórður',
    'Əli',
    'Işıl',
    'Nguyễn',
    'Zoë',
    'Siobhán',
    'Supporter',
    'Badminton',
    'Grassroots',
    'Helpful',
    'Team7',
    'Øyvind',
    'Šárka',
    'Ольга',
    'Димитрий',
    'Анастасия',
    'Марина',
    'Рустам',
    'Ελένη',
    'Δήμητρα',
    'Αντώνης',
    'Σταύρος',
    'Արամ',
    'გიორგი',
    'አበበ',
    'ᏣᎳᎩ',
    'ꓡꓲꓢꓴ',
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

it.each(['Host', 'HOST', 'h0st', 'Hоst', 'Hosts', 'host2', 'System', 'SYSTEM', 'sуstem', '5ystem1'])(
  'a guest cannot be called %s, as the others in a round would take the name for another',
  (name) => {
    const { success, error } = GuestName.safeParse(name);
    expect([success, error?.issues.length]).toEqual([false, 1]);
  },
);

it.each(['Hostess', 'Systema', 'Ghost', 'Fay', 'Ehost'])('a guest can be called %s', (name) => {
  expect(GuestName.safeParse(name)).toMatchObject({ success: true, data: name });
});
