import type { PlanePoint } from '../point.ts'
import { findNeighbors } from './neighbors.ts'

/** A way that is walked from one end to the other, in either direction, such as a block face. */
export interface Stretch {
  first: PlanePoint
  last: PlanePoint
}

export interface WalkedStretch {
  /** Index of the stretch. */
  index: number
  /** Walked from its last point to its first one. */
  isReversed: boolean
}

/** Or-opt moves at most this many stretches at once. */
const maxMoved = 3
/** The most stretches in each of two parts that are exchanged. */
const maxExchanged = 30
/** Walks that differ by less are equally long, because sums of floating-point numbers are not exact. */
const epsilon = 1e-7

/**
 * An open walk over stretches, and the moves that make it shorter. Stretch n has the ends 2n, its first point, and 2n + 1, its last point. A
 * position is an index in the order of the walk.
 */
export class Tour {
  readonly #count: number
  readonly #x: Float64Array
  readonly #y: Float64Array
  /** The first position that moves may change: 1 with a start, which is a stretch with the last index. */
  readonly #fixed: number
  /** For each end, the nearest ends of other stretches. */
  readonly #neighbors: readonly Int32Array[]
  /** The stretch at each position. */
  readonly #order: Int32Array
  readonly #positions: Int32Array
  /** 1 for a stretch that is walked from its last point to its first one. */
  readonly #reversed: Uint8Array
  /** The walk before an exchange. */
  readonly #saved: { order: Int32Array; positions: Int32Array; reversed: Uint8Array }
  #queue: number[] = []
  readonly #isQueued: Uint8Array

  constructor(stretches: readonly Stretch[], start: PlanePoint | null) {
    const all = start ? [...stretches, { first: start, last: start }] : stretches
    this.#count = all.length
    this.#fixed = start ? 1 : 0
    const ends = all.flatMap(({ first, last }) => [first, last])
    this.#x = Float64Array.from(ends, ({ x }) => x)
    this.#y = Float64Array.from(ends, ({ y }) => y)
    this.#neighbors = findNeighbors(this.#x, this.#y)
    this.#order = new Int32Array(this.#count)
    this.#positions = new Int32Array(this.#count)
    this.#reversed = new Uint8Array(this.#count)
    this.#isQueued = new Uint8Array(this.#count)
    this.#saved = {
      order: new Int32Array(this.#count),
      positions: new Int32Array(this.#count),
      reversed: new Uint8Array(this.#count),
    }
    this.#walkToNearest()
  }

  walked(): WalkedStretch[] {
    const order = [...this.#order.subarray(this.#fixed)]
    return order.map((index) => ({ index, isReversed: this.#reversed[index] === 1 }))
  }

  /** Makes the walk shorter by 2-opt and Or-opt, beginning at these stretches, until no move helps. Returns the meters saved. */
  improve(stretches: readonly number[]): number {
    for (const stretch of stretches) this.#enqueue(stretch)
    let gained = 0
    for (let next = 0; next < this.#queue.length; next += 1) {
      const stretch = this.#queue[next]!
      this.#isQueued[stretch] = 0
      for (let gain = this.#improveAt(stretch); gain > 0; gain = this.#improveAt(stretch)) gained += gain
    }
    this.#queue = []
    return gained
  }

  /** Exchanges two adjacent parts of the walk, improves it, and restores it if it became longer. `random` returns an integer below the limit. */
  tryExchange(random: (limit: number) => number): void {
    const first = this.#fixed + random(this.#count - this.#fixed - 1)
    const middle = first + 1 + random(Math.min(maxExchanged, this.#count - 1 - first))
    const end = middle + 1 + random(Math.min(maxExchanged, this.#count - middle))
    const { order, positions, reversed } = this.#saved
    order.set(this.#order)
    positions.set(this.#positions)
    reversed.set(this.#reversed)
    const changed = [first - 1, first, middle - 1, middle, end - 1, end]
    const stretches = changed.filter((at) => at >= 0 && at < this.#count).map((at) => this.#order[at]!)
    const lengthBefore = this.#metersBefore(first) + this.#metersBefore(middle) + this.#metersBefore(end)
    this.#reverse(first, end - 1)
    const border = first + end - middle
    this.#reverse(first, border - 1)
    this.#reverse(border, end - 1)
    const length = this.#metersBefore(first) + this.#metersBefore(border) + this.#metersBefore(end)
    if (lengthBefore - length + this.improve(stretches) > -epsilon) return
    this.#order.set(order)
    this.#positions.set(positions)
    this.#reversed.set(reversed)
  }

  #walkToNearest(): void {
    const isWalked = new Uint8Array(this.#count)
    const walk = (position: number, end: number) => {
      const stretch = end >> 1
      isWalked[stretch] = 1
      this.#order[position] = stretch
      this.#positions[stretch] = position
      this.#reversed[stretch] = end & 1
      return end ^ 1
    }
    // The start comes first even where a door is at its point.
    let at = this.#fixed === 1 ? walk(0, 2 * this.#count - 2) : 0
    for (let position = this.#fixed; position < this.#count; position += 1) {
      let nearest = -1
      let nearestMeters = Infinity
      for (let end = 0; end < 2 * this.#count; end += 1) {
        if (isWalked[end >> 1]) continue
        const meters = this.#meters(end, at)
        if (meters < nearestMeters) [nearest, nearestMeters] = [end, meters]
      }
      at = walk(position, nearest)
    }
  }

  #enqueue(stretch: number): void {
    if (this.#isQueued[stretch]) return
    this.#isQueued[stretch] = 1
    this.#queue.push(stretch)
  }

  #meters(end: number, other: number): number {
    const x = this.#x[end]! - this.#x[other]!
    const y = this.#y[end]! - this.#y[other]!
    return Math.sqrt(x * x + y * y)
  }

  /** The end from which the stretch at a position is walked. */
  #head(position: number): number {
    const stretch = this.#order[position]!
    return 2 * stretch + this.#reversed[stretch]!
  }

  #tail(position: number): number {
    return this.#head(position) ^ 1
  }

  /** The meters to an end from the stretch before a position; 0 at the beginning of the walk. */
  #metersTo(position: number, end: number): number {
    return position > 0 ? this.#meters(this.#tail(position - 1), end) : 0
  }

  /** The meters from an end to the stretch at a position; 0 after the end of the walk. */
  #metersFrom(end: number, position: number): number {
    return position < this.#count ? this.#meters(end, this.#head(position)) : 0
  }

  #metersBefore(position: number): number {
    return position > 0 && position < this.#count ? this.#meters(this.#tail(position - 1), this.#head(position)) : 0
  }

  /** Reverses a part of the walk, both positions included. */
  #reverse(from: number, to: number): void {
    for (let left = from, right = to; left <= right; left += 1, right -= 1) {
      const stretch = this.#order[left]!
      this.#place(this.#order[right]!, left)
      if (left !== right) this.#place(stretch, right)
    }
  }

  #place(stretch: number, position: number): void {
    this.#order[position] = stretch
    this.#positions[stretch] = position
    this.#reversed[stretch]! ^= 1
  }

  /** Makes the first move at an end of the stretch that makes the walk shorter. Returns the meters saved, or 0. */
  #improveAt(stretch: number): number {
    for (let end = 2 * stretch; end <= 2 * stretch + 1; end += 1) {
      const position = this.#positions[stretch]!
      const isHead = this.#head(position) === end
      const removed = this.#metersBefore(isHead ? position : position + 1)
      for (const neighbor of this.#neighbors[end]!) {
        const meters = this.#meters(end, neighbor)
        if (meters >= removed) break
        const gain = this.#reverseTo(position, neighbor, isHead) || this.#moveTo(position, neighbor, isHead)
        if (gain > 0) return gain
      }
    }
    return 0
  }

  /** 2-opt: reverses the part between two heads or two tails, so that they become neighbors. */
  #reverseTo(position: number, neighbor: number, isHead: boolean): number {
    const other = this.#positions[neighbor >> 1]!
    if ((this.#head(other) === neighbor) !== isHead) return 0
    const shift = isHead ? 0 : 1
    const from = Math.min(position, other) + shift
    const to = Math.max(position, other) - 1 + shift
    if (from < this.#fixed) return 0
    const before = this.#metersBefore(from) + this.#metersBefore(to + 1)
    const after = this.#metersTo(from, this.#tail(to)) + this.#metersFrom(this.#head(from), to + 1)
    if (before - after <= epsilon) return 0
    this.#enqueueAround(from, to + 1)
    this.#reverse(from, to)
    return before - after
  }

  /** Or-opt: moves one to three stretches, so that the given end of one meets the neighbor. */
  #moveTo(position: number, neighbor: number, isHead: boolean): number {
    const other = this.#positions[neighbor >> 1]!
    const isBefore = this.#head(other) === neighbor
    const target = isBefore ? other : other + 1
    if (target < this.#fixed) return 0
    for (let count = 1; count <= maxMoved; count += 1) {
      const from = isHead ? position : position - count + 1
      const to = from + count - 1
      if (from < this.#fixed || to >= this.#count) return 0
      if (target >= from && target <= to + 1) continue
      // A tail meets a head. If the two ends are alike, the stretches are reversed.
      const isTurned = isBefore === isHead
      const head = isTurned ? this.#tail(to) : this.#head(from)
      const tail = isTurned ? this.#head(from) : this.#tail(to)
      const before = this.#metersBefore(from) + this.#metersBefore(to + 1) + this.#metersBefore(target)
      const closed = to + 1 < this.#count ? this.#metersTo(from, this.#head(to + 1)) : 0
      const after = closed + this.#metersTo(target, head) + this.#metersFrom(tail, target)
      if (before - after <= epsilon) continue
      this.#enqueueAround(from, to + 1, target)
      this.#move(from, to, target, isTurned)
      return before - after
    }
    return 0
  }

  #move(from: number, to: number, target: number, isTurned: boolean): void {
    const count = to - from + 1
    const [first, last] = target > to ? [from, target - 1] : [target, to]
    const placed = target > to ? target - count : target
    this.#reverse(first, last)
    if (!isTurned) this.#reverse(placed, placed + count - 1)
    if (target > to) this.#reverse(first, placed - 1)
    else this.#reverse(placed + count, last)
  }

  /** Enqueues the stretches on both sides of the ways to these positions, which are about to change. */
  #enqueueAround(...positions: number[]): void {
    for (const position of positions)
      for (const at of [position - 1, position]) if (at >= 0 && at < this.#count) this.#enqueue(this.#order[at]!)
  }
}
