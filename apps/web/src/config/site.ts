/** External addresses and editorial content. Replace the values before opening to the public. */
export const site = {
  name: 'Marquee',
  supportEmail: 'support@marquee.example',
  postalAddress: 'Marquee, Legal, 1 Programme Street, Portland, OR 97201, USA',
  /** URL scheme of the native apps, tried on phones. */
  appScheme: 'marquee',
  careers: 'https://careers.marquee.example/',
  annualReport: 'https://www.marquee.example/annual-report.pdf',
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/marquee.example' },
    { name: 'Instagram', href: 'https://www.instagram.com/marquee.example' },
    { name: 'X', href: 'https://x.com/marquee_example' },
  ],
  /** Networks for share links. `{url}` and `{text}` are replaced by encoded values. */
  share: [
    { name: 'Facebook', href: 'https://www.facebook.com/sharer/sharer.php?u={url}' },
    { name: 'X', href: 'https://x.com/intent/post?url={url}&text={text}' },
    { name: 'WhatsApp', href: 'https://wa.me/?text={text}%20{url}' },
    { name: 'Reddit', href: 'https://www.reddit.com/submit?url={url}&title={text}' },
  ],
  /** Number of posters on the landing page, taken from the best known titles. */
  showcase: 15,
  /** Sample quotes, labeled as samples on screen. Replace these quotes by real quotes. */
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
      who: 'A skeptic',
    },
    { quote: 'No ads, no noise. It reads like the leaflet of a good cinema.', who: 'A former usher' },
  ],
} as const;

/** Returns the address of a poster on the landing page. Place 1 is the best known title. */
export const showcasePoster = (place: number): string => `/images/showcase/${place}.svg`;
