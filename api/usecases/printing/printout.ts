import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { LetterSender } from '../../domain/printing/mergeValues.ts'
import type { LeftOutLeads } from './chosenLeads.ts'

/** A file that is generated while `bytes` is read. Returning from `bytes` early stops the work. */
export interface Printout {
  filename: string
  extension: 'docx' | 'html' | 'zip' | 'pdf'
  total: number
  leftOut: LeftOutLeads
  /** The estimated size of the file. */
  expectedBytes: number
  bytes: AsyncGenerator<Uint8Array, void>
}

/** The day of the print where the sender is: '2026-11-20'. */
export function printDay({ today, timeZone }: LetterSender): string {
  return format(new TZDate(today, timeZone), 'yyyy-MM-dd')
}

/** Yields a chunk that was already read, then the rest. Closes `rest` if the reader stops early. */
export async function* prependChunk(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return()
  }
}
