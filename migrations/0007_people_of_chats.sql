-- Where a linked person has used the bot (a JSON list of `discord:{channel}` or `telegram:{chat}`): only
-- there they are shown as somebody of the chat. On Telegram with the name they go by.
ALTER TABLE discord_links ADD COLUMN places TEXT NOT NULL DEFAULT '[]';
ALTER TABLE telegram_links ADD COLUMN places TEXT NOT NULL DEFAULT '[]';
ALTER TABLE telegram_links ADD COLUMN name TEXT;
ALTER TABLE telegram_links ADD COLUMN username TEXT;
