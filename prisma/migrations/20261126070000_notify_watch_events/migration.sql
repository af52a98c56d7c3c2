-- A taste depends on which seen titles a media server reported, so an undone report changes it too, also when the row of
-- the seen title stays as it is.
SELECT marquee_watch('watch_events', 'marquee_notify_by_user_id');
