// Sessions belong to a method and a subject, not to a name that several ways in may share. Whose a session of single
// sign-on was is not known, so those people sign in again.

export const sessionOwners = `
ALTER TABLE sessions ADD COLUMN subject TEXT NOT NULL DEFAULT '';
DROP INDEX sessions_by_user;
UPDATE sessions SET subject = user WHERE method = 'password';
DELETE FROM sessions WHERE method <> 'password';
`;
