-- NULL AND false is false: the check refused every recurring price.
ALTER TABLE pricings
  DROP CONSTRAINT pricings_access_check,
  ADD CONSTRAINT pricings_access_check CHECK (access_months IS NULL OR (access_months > 0 AND NOT is_recurring));
