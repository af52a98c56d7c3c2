import * as paths from '@marquee/contracts/paths';

/** The words of a page for everybody, in search engines and in the picture beside a link. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
}

/** The page for everybody who has no other. The web app's page has the same words before a head is written. */
export const FRONT: PublicPage = {
  path: paths.home,
  title: 'Marquee: what to watch tonight, and where',
  description: 'Films and series picked for you, with the streaming service each one plays on tonight.',
};

/** The pages that need no account, by the name of their picture. */
export const PUBLIC_PAGES: ReadonlyMap<string, PublicPage> = new Map(
  Object.entries({
    home: FRONT,
    about: {
      path: paths.about,
      title: 'About',
      description:
        'Marquee recommends movies and series, and shows on which of your streaming services each one plays.',
    },
    faq: {
      path: paths.faq,
      title: 'FAQ',
      description: 'How Marquee picks titles, where its offers come from, what it costs, and how to leave.',
    },
    contact: {
      path: paths.contact,
      title: 'Contact Us',
      description: 'Write to the people behind Marquee. A person reads it, and answers.',
    },
    plans: {
      path: paths.plans,
      title: 'Plans',
      description: 'What Marquee costs, and what comes with it.',
    },
    get_the_app: {
      path: paths.getTheApp,
      title: 'Get the app',
      description: 'The same account, ratings and lists on your phone.',
    },
    login: {
      path: paths.login,
      title: 'Log in',
      description: 'Log in to see what to watch tonight, and where it plays.',
    },
    register: {
      path: paths.register,
      title: 'Sign up',
      description: 'Rate a few titles, name your streaming services, and know what to watch tonight.',
    },
    privacy: {
      path: paths.privacy,
      title: 'Privacy Policy',
      description: 'No ads, no spam, no robotexts, and nothing sold to anyone.',
    },
    terms: {
      path: paths.terms,
      title: 'Terms of Service',
      description: 'The terms under which you use Marquee.',
    },
    deletion: {
      path: paths.deletion,
      title: 'Data deletion',
      description: 'How to delete your account and your data.',
    },
  }),
);
