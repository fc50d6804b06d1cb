import { availableParallelism, loadavg } from 'node:os'

const maximum = 6
const variable = 'TEST_TIME_LIMIT_FACTOR'
/** The processor time of `work` on the machine for which the limits are written: two quiet cores of an ordinary server. */
const referenceMs = 22

/**
 * By how much the time limits of tests are multiplied on this machine: 2 on a quiet one of ordinary speed, at most 6 on a slow or
 * busy one. Processes that this process starts read the same factor from their environment.
 */
export function timeLimitFactor(): number {
  const known = Number(process.env[variable])
  if (known >= 1 && known <= maximum) return known
  const slowness = Math.min(measure(), measure(), measure()) / referenceMs
  // The tests keep every core busy themselves, and share it with what ran before they began.
  const crowding = 2 + (loadavg()[0] ?? 0) / availableParallelism()
  const factor = Math.min(maximum, Math.max(2, slowness * crowding))
  process.env[variable] = String(factor)
  return factor
}

/** The milliseconds of processor time that a fixed piece of work takes. Other processes do not change it much. */
function measure(): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function work(): number {
  const numbers = Float64Array.from({ length: 100_000 }, (_, index) => Math.sin(index))
  numbers.sort()
  let hash = 0
  for (let index = 0; index < 5_000_000; index += 1) hash = Math.imul(hash ^ index, 0x01_00_01_93)
  return hash + numbers[0]!
}
