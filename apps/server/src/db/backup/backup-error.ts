/** Why a backup cannot be made or restored. The text is for the administrator. */
export class BackupError extends Error {}
