-- The schedule watched-questions asks about followed links. Before v0.2.0 a delayed row asked a second time.
DELETE FROM outbox
WHERE kind = 'rate_watched' AND dedupe_key LIKE 'rate_watched:%' AND handed_at IS NULL AND done_at IS NULL;
