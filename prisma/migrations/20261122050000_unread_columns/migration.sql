-- Titles and people are searched in memory (docs/adr/0015-hold-the-whole-catalogue-in-every-process.md), so the search
-- columns have no reader. Neither have the character of a credit, the tags of titles and the date of listing.
DROP TRIGGER media_search_title ON media;
DROP FUNCTION marquee_set_search_title();
ALTER TABLE media DROP COLUMN search_title, DROP COLUMN listed_at;

DROP TRIGGER people_search_name ON people;
DROP FUNCTION marquee_set_search_name();
ALTER TABLE people DROP COLUMN search_name;

ALTER TABLE credits DROP COLUMN character;
DROP TABLE medium_tags;
