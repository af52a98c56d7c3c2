/**
 * Everything that points outside the product or is told rather than computed, in one place: replace it here before
 * opening to the public.
 */
export const site = {
  name: 'Marquee',
  supportEmail: 'support@marquee.example',
  postalAddress: 'Marquee, Legal, 1 Programme Street, Portland, OR 97201, USA',
  /** Scheme of the native apps, tried on phones. */
  appScheme: 'marquee',
  stores: {
    apple: 'https://apps.apple.com/app/marquee-what-to-watch/id0000000000',
    google: 'https://play.google.com/store/apps/details?id=example.marquee',
  },
  careers: 'https://careers.marquee.example/',
  annualReport: 'https://www.marquee.example/annual-report.pdf',
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/marquee.example' },
    { name: 'Instagram', href: 'https://www.instagram.com/marquee.example' },
    { name: 'X', href: 'https://x.com/marquee_example' },
  ],
  /** Where titles and lists can be told of; `{url}` and `{text}` are filled in, encoded. */
  share: [
    { name: 'Facebook', href: 'https://www.facebook.com/sharer/sharer.php?u={url}' },
    { name: 'X', href: 'https://x.com/intent/post?url={url}&text={text}' },
    { name: 'WhatsApp', href: 'https://wa.me/?text={text}%20{url}' },
    { name: 'Reddit', href: 'https://www.reddit.com/submit?url={url}&title={text}' },
  ],
  /** Posters hung in the foyer: this many of the best known titles, whatever the catalogue. */
  showcase: 15,
  /** A search as a visitor may try it, and what it finds; the title must be in the catalogue. */
  sampleSearch: { query: 'wall e', title: 'WALL·E', year: 2008 },
  /** Samples, and labelled so wherever they are shown; put real ones here once there are some. */
  testimonials: [
    {
      quote: 'We used to spend the first half hour choosing. Now we spend it watching.',
      who: 'A couple with three services',
    },
    {
      quote: 'It found a film from 1971 on a service I had forgotten I was paying for.',
      who: 'A weekend cinephile',
    },
    { quote: 'One list for the whole family, and no argument about who added what.', who: 'A parent of two' },
    { quote: 'I rated twenty films on the train. By the evening it knew my taste.', who: 'A commuter' },
    {
      quote: 'It tells me why it thinks I will like something. That is what makes me trust it.',
      who: 'A sceptic',
    },
    { quote: 'No adverts, no noise. It reads like the programme of a good cinema.', who: 'A former usher' },
  ],
} as const;

/** The poster of the title that is best known (place 1), second best known (2) … */
export const showcasePoster = (place: number): string => `/images/showcase/${place}.svg`;
