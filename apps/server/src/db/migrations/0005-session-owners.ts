// Sessions belong to a method and a subject, because users of several sign-in methods may have the same name. The owner
// of an old single sign-on session is unknown, so those users sign in again.

export const sessionOwners = `
ALTER TABLE sessions ADD COLUMN subject TEXT NOT NULL DEFAULT '';
DROP INDEX sessions_by_user;
UPDATE sessions SET subject = user WHERE method = 'password';
DELETE FROM sessions WHERE method <> 'password';
`;
