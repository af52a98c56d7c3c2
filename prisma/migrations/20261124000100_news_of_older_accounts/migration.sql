-- A migration of its own, because the one before holds locks that readers of users and titles wait for.
-- Who asked for one of the two earlier mails gets the news instead, a week after the last of them.
UPDATE users SET
  digest_news = digest_leaving_soon OR digest_new_on_services,
  news_due_at = GREATEST(now(), COALESCE(GREATEST(leaving_soon_queued_at, new_on_services_queued_at), created_at)
    + interval '7 days');
CREATE INDEX users_news_due ON users (news_due_at) WHERE digest_news;
DROP INDEX users_digest_leaving_soon;
DROP INDEX users_digest_new_on_services;
DELETE FROM outbox WHERE kind IN ('leaving_soon', 'new_on_services');
