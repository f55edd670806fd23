-- The number of the issue or pull request that a logged event was about, to be asked why by its link.
ALTER TABLE send_logs ADD COLUMN number INTEGER;
