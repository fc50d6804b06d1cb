/** A document that cannot be used. The message gives the reason and is sent from the worker to the server. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused'
}

/** Throws `DocumentRefused` with `reason` unless `condition` holds. */
export function assertValid(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new DocumentRefused(reason)
}
