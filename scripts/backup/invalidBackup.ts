/** A backup cannot be made, read or restored; the message says why. */
export class InvalidBackupError extends Error {}

/** A backup cannot be restored for a test, because of the rights of the database's owner; the message says what to do. */
export class VerificationRefused extends InvalidBackupError {}
