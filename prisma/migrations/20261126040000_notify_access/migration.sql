-- What decides a user's access has a channel of its own, `marquee_access`, so that a rating does not make processes read the
-- access again. Both tables still use `marquee_user` too: a taste depends on the user, and processes of the previous version
-- listen to nothing else.
CREATE FUNCTION marquee_notify_of(channel text, ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 10000 THEN
    PERFORM pg_notify(channel, '*');
  ELSE
    PERFORM pg_notify(channel, string_agg(id::text, ','))
       FROM unnest(ids) WITH ORDINALITY AS named (id, place) GROUP BY (place - 1) / 500;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION marquee_notify_people(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_of('marquee_user', ids);
END $$;

CREATE OR REPLACE FUNCTION marquee_notify_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids int[] := ARRAY(SELECT id FROM changed);
BEGIN
  PERFORM marquee_notify_of('marquee_access', ids);
  PERFORM marquee_notify_people(ids);
  RETURN NULL;
END $$;

CREATE FUNCTION marquee_notify_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids int[] := ARRAY(SELECT DISTINCT user_id FROM changed);
BEGIN
  PERFORM marquee_notify_of('marquee_access', ids);
  PERFORM marquee_notify_people(ids);
  RETURN NULL;
END $$;
DROP TRIGGER ended_tokens_notify_insert ON ended_tokens;
DROP TRIGGER ended_tokens_notify_update ON ended_tokens;
DROP TRIGGER ended_tokens_notify_delete ON ended_tokens;
SELECT marquee_watch('ended_tokens', 'marquee_notify_ended_tokens');
