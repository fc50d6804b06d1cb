/** A document that cannot be used, with the reason in words for whoever made it. Also crosses from worker to server. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused'
}

/** Throws `DocumentRefused` with `reason` unless `condition` holds. */
export function assertValid(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new DocumentRefused(reason)
}
