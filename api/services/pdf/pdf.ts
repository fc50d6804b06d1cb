/** Converts Word documents to PDF. */
export interface PdfConverter {
  /** Why documents cannot be converted, as a sentence; null if they can. */
  unavailableReason: string | null
  /**
   * Converts a document. Throws `Refused` if documents cannot be converted or the result is too large, and `Unavailable` if the
   * conversion fails or takes too long. It ends when `signal` is aborted.
   */
  convert(document: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Buffer>
  /** Ends a running conversion. */
  close(): Promise<void>
}
