-- A model is stored whole, as the recommender encodes it: one row swaps it in, and nothing of it can be missing.
DROP TABLE "medium_factors";
