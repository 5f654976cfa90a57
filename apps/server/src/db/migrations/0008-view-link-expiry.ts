// A link to a view may end at a time, epoch ms.

export const viewLinkExpiry = 'ALTER TABLE view_links ADD COLUMN expires_at INTEGER;';
