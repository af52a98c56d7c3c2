-- Imports of members suggest titles by a similar name in any language, like media_search_text_similar.
CREATE INDEX medium_titles_search_text_similar ON medium_titles USING gin (marquee_search_text(title) gin_trgm_ops);
