/** A document that cannot be used. The message gives the reason and is sent from the worker to the server. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused'
}

/** Throws `DocumentRefused` with `reason` unless `condition` holds. */
export function assertValid(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new DocumentRefused(reason)
}

/** Text of the document, shortened and without control characters, for a message. */
export function toDisplayText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 60)
}
