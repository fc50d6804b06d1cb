/** A backup cannot be made, read or restored; the message says why. */
export class InvalidBackupError extends Error {}
