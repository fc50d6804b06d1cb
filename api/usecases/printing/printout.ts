import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Context } from '../../context.ts'
import type { LetterSender } from '../../domain/printing/mergeValues.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
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

/**
 * Waits for the first bytes, so that what cannot be printed is an error and no event, and then records the event; null records
 * nothing. Returns the length of the first bytes, and all of them.
 */
export async function recordPrint(
  ctx: Context,
  tenantId: string,
  bytes: AsyncGenerator<Uint8Array, void>,
  event: Parameters<WriteTransaction['record']>[0] | null,
): Promise<{ firstLength: number; bytes: AsyncGenerator<Uint8Array, void> }> {
  const first = await bytes.next()
  try {
    if (event) await transactInTenant(ctx, tenantId, async ({ record }) => record(event))
  } catch (error) {
    await bytes.return()
    throw error
  }
  return { firstLength: first.value?.length ?? 0, bytes: prependChunk(first, bytes) }
}

/** Yields a chunk that was already read, then the rest. Closes `rest` if the reader stops early. */
async function* prependChunk(
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
