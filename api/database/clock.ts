import type { Database } from './connection.ts'

const measureIntervalMs = 60_000
const samples = 5
/** A smaller difference is left alone: it would only make the time jump with each measurement. */
const maxToleratedMs = 1_000

/** A clock that shows the time of the database. */
export interface DatabaseClock {
  now(): Date
  stop(): void
}

/**
 * Measures by how much the clock of this process differs from the database's, now and every minute, and corrects it. So events
 * that pass through processes with wrong clocks have the right time, and with it the right price.
 */
export async function followDatabaseClock(database: Pick<Database, 'query'>): Promise<DatabaseClock> {
  let offsetMs = 0
  const measure = async () => {
    let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs }
    for (let n = 0; n < samples; n += 1) {
      const sentAt = Date.now()
      const [row] = await database.query<{ ms: string }>(
        'platform',
        'select extract(epoch from clock_timestamp()) * 1000 as ms',
      )
      const roundTripMs = Date.now() - sentAt
      if (roundTripMs < best.roundTripMs) best = { roundTripMs, offsetMs: Number(row!.ms) - sentAt - roundTripMs / 2 }
    }
    offsetMs = Math.abs(best.offsetMs) > maxToleratedMs ? best.offsetMs : 0
  }
  await measure()
  // While the database cannot be reached, the last measurement holds.
  const timer = setInterval(() => void measure().catch(() => undefined), measureIntervalMs).unref()
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) }
}
