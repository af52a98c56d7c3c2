-- An undo of the version before has its episodes in another form, and ends after ten minutes anyway.
DELETE FROM user_episode_undos;
