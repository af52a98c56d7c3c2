import { z } from 'zod';
import { described, param } from './described.ts';
import { Medium, ReasonParts } from './media.ts';
import { IdText, PageQuery } from './primitives.ts';

/** The lengths of an evening in minutes: one episode, or a movie under 100 minutes. */
export const TONIGHT_MINUTES = [30, 100] as const;
export const Mood = z.enum(['light', 'tense', 'moving', 'strange', 'children']);
export type Mood = z.infer<typeof Mood>;

export interface MoodFacts {
  /** Slugs of themes in the group `tone`: a title needs at least one of `some`, and none of `none`. */
  readonly tones: { readonly some: readonly string[]; readonly none: readonly string[] };
  /** The same by genres, for a title without tones. */
  readonly genres: { readonly some: readonly string[]; readonly none: readonly string[] };
  /**
   * The highest audience level (0 for everyone to 3 for adults). A title whose level is unknown does not fit.
   */
  readonly highestAgeLevel?: number;
}

/** What fits a mood, by the tones, the genres and the age ratings of the catalogue. */
export const MOODS: Readonly<Record<Mood, MoodFacts>> = {
  light: {
    tones: {
      some: [
        'cozy',
        'family-friendly',
        'funny',
        'playful',
        'romantic',
        'silly',
        'uplifting',
        'warm',
        'witty',
      ],
      none: [
        'angry',
        'bleak',
        'dark-humored',
        'disturbing',
        'gory',
        'gritty',
        'heartbreaking',
        'melancholy',
        'scary',
        'tense',
        'violent',
      ],
    },
    genres: {
      some: ['Comedy', 'Romance', 'Music', 'Animation', 'Family'],
      none: ['Crime', 'Documentary', 'Horror', 'Thriller', 'War'],
    },
  },
  tense: {
    tones: {
      some: ['disturbing', 'scary', 'tense'],
      none: ['cozy', 'family-friendly', 'playful', 'romantic', 'silly', 'warm'],
    },
    genres: {
      some: ['Thriller', 'Horror', 'Crime', 'Mystery'],
      none: ['Animation', 'Comedy', 'Documentary', 'Family', 'Romance'],
    },
  },
  moving: {
    tones: {
      some: ['bittersweet', 'heartbreaking', 'inspiring', 'melancholy', 'uplifting'],
      none: ['absurd', 'dark-humored', 'disturbing', 'fast-paced', 'gory', 'scary', 'silly', 'violent'],
    },
    genres: {
      some: ['Drama', 'Romance'],
      none: ['Action', 'Comedy', 'Horror', 'Reality', 'Thriller'],
    },
  },
  strange: {
    tones: {
      some: ['absurd', 'dreamlike', 'mind-bending'],
      none: ['cozy', 'family-friendly', 'informative', 'inspiring'],
    },
    genres: {
      some: ['Fantasy', 'Horror', 'Mystery', 'Science Fiction'],
      none: ['Action', 'Family', 'Reality', 'Romance', 'Sport'],
    },
  },
  children: {
    tones: {
      some: ['family-friendly'],
      none: ['bleak', 'dark-humored', 'disturbing', 'gory', 'gritty', 'scary', 'sensual', 'violent'],
    },
    genres: { some: ['Animation', 'Family'], none: ['Crime', 'Horror', 'Thriller', 'War'] },
    highestAgeLevel: 1,
  },
};

export const PICKS_PER_PAGE = 3;

/** GET /api/v1/tonight. `minutes` is the longest runtime of a movie or an episode. */
export const TonightQuery = z.object({
  page: PageQuery.page,
  minutes: param(
    z
      .enum(['30', '100'])
      .transform((minutes) => Number(minutes))
      .register(described, { type: 'integer', enum: TONIGHT_MINUTES })
      .optional(),
    'The longest runtime of a movie or of one episode.',
    100,
  ),
  mood: param(Mood.optional(), 'What the evening should be like.', 'light'),
  without: param(
    IdText.optional(),
    'A streaming service of the caller that is left out. An unknown id is 422.',
    3,
  ),
});
export type TonightQuery = z.infer<typeof TonightQuery>;

/**
 * `sure`: the highest likelihood. `bold`: outside the best known tenth, what the caller would choose and will probably like.
 * `saved`: in a list of the caller. A role without a title is filled by the next sure one. `continue`: the next episode of a
 * series that the caller is watching, in place of a saved title.
 */
export const PickRole = z.enum(['sure', 'bold', 'saved', 'continue']);
export type PickRole = z.infer<typeof PickRole>;

export const Pick = z.object({
  medium: Medium,
  role: PickRole,
  /** The episode that comes next, where the role is `continue`. */
  episode: z
    .object({
      season: z.int(),
      episode: z.int(),
      name: z.string().nullable(),
      runtime_minutes: z.int().nullable(),
    })
    .nullable(),
  /** Why this title, as a sentence. */
  reason: z.string(),
  reason_parts: ReasonParts,
});
export const TonightReply = z.object({ picks: z.array(Pick).max(PICKS_PER_PAGE) });
export type TonightReply = z.infer<typeof TonightReply>;
