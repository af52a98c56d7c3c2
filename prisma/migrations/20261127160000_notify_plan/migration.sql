-- These functions join all rows before and after a statement. A session keeps the plan of their first call, and after a
-- statement that changed one row this was a nested loop, with which a change of 3,000 users took 6 s and of 10,000 a minute.
ALTER FUNCTION marquee_notify_changed_users() SET enable_nestloop = off;
ALTER FUNCTION marquee_notify_changed_lists() SET enable_nestloop = off;
