-- A statement that changes up to 10,000 users names each of them, in messages of 500 ids. Only a larger one clears every
-- cache.
CREATE OR REPLACE FUNCTION marquee_notify_people(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 10000 THEN
    PERFORM pg_notify('marquee_user', '*');
  ELSE
    PERFORM pg_notify('marquee_user', string_agg(id::text, ','))
       FROM unnest(ids) WITH ORDINALITY AS named (id, place) GROUP BY (place - 1) / 500;
  END IF;
END $$;

-- The lists of an invited user do not count for their cache before they accept.
CREATE OR REPLACE FUNCTION marquee_notify_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM marquee_notify_people(ARRAY(
    SELECT owner_id FROM changed WHERE owner_id IS NOT NULL
    UNION
    SELECT share.user_id FROM user_list_shares AS share JOIN changed ON changed.id = share.list_id
     WHERE share.user_id IS NOT NULL AND share.state = 'accepted'));
  IF EXISTS (SELECT 1 FROM changed WHERE list_type = 'staff') THEN
    PERFORM pg_notify('marquee_catalogue', 'catalogue');
  END IF;
  RETURN NULL;
END $$;
