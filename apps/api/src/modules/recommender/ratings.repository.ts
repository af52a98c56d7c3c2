import type { Read } from '#src/data/reader.ts';

const RATINGS_A_PAGE = 50_000;

/** Reads the ratings of all users for a training. */
export const createTrainingRatingsRepository = (read: Read) => ({
  /** Reads all ratings, page by page, ordered by user and title. A page has three arrays of equal length. */
  async *readRatings(): AsyncGenerator<{ users: number[]; media: number[]; ratings: number[] }> {
    for (let after = { userId: 0, mediumId: 0 }; ; ) {
      const rows = await read<{ user_id: number; medium_id: number; rating: number }>(
        `SELECT user_id, medium_id, rating FROM user_medium_ratings
         WHERE (user_id, medium_id) > ($1, $2) ORDER BY user_id, medium_id LIMIT $3`,
        [after.userId, after.mediumId, RATINGS_A_PAGE],
      );
      yield {
        users: rows.map((row) => row.user_id),
        media: rows.map((row) => row.medium_id),
        ratings: rows.map((row) => row.rating),
      };
      const last = rows.at(-1);
      if (rows.length < RATINGS_A_PAGE || !last) return;
      after = { userId: last.user_id, mediumId: last.medium_id };
    }
  },
});

export type TrainingRatingsRepository = ReturnType<typeof createTrainingRatingsRepository>;
