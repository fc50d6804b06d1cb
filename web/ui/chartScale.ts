const steps = [1, 2, 2.5, 4, 5, 8, 10]
const STEP_COUNT = 4

/** The values of the four grid lines above 0 of a chart whose largest value is `max`: whole numbers for counts, else whole hundredths. */
export function gridValues(max: number, isCount: boolean): number[] {
  const smallest = isCount ? 1 : 0.01
  const needed = max > 0 ? Math.max(smallest, max / STEP_COUNT) : isCount ? 1 : 0.25
  const magnitude = 10 ** Math.floor(Math.log10(needed))
  const candidates = steps
    .map((step) => step * magnitude)
    .filter((step) => Math.abs(step / smallest - Math.round(step / smallest)) < 1e-9)
  const step = candidates.find((candidate) => candidate >= needed - 1e-9) ?? Math.ceil(needed)
  return Array.from({ length: STEP_COUNT }, (_, n) => (n + 1) * step)
}

/** The indexes of the points that have a label: every fourth, or fewer where there is no room for them. */
export function labeledIndexes(count: number, width: number, minSpacing = 64): number[] {
  const room = Math.max(1, Math.floor(width / minSpacing))
  const every = count <= 8 && count <= room ? 1 : Math.max(4, Math.ceil(count / room))
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every)
}
