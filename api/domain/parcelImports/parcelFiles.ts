/** The maximum size of a county's file, and of a part in which it is uploaded. */
export const maxParcelFileBytes = 2 * 1024 * 1024 * 1024
export const parcelPartBytes = 1024 * 1024

/** How long an import can be undone, and a file waits for the next step. */
export const parcelUndoMs = 24 * 60 * 60_000

/** The number of parts of a file, all of `parcelPartBytes` but the last. */
export const countParts = (totalBytes: number): number => Math.ceil(totalBytes / parcelPartBytes)

/** The length of a part of a file. */
export const lengthOfPart = (totalBytes: number, part: number): number =>
  Math.min(parcelPartBytes, totalBytes - part * parcelPartBytes)
