const neighborCount = 8

/**
 * The nearest ends of other stretches, the nearest first, of each end. Ends `2n` and `2n + 1` are those of stretch `n`. Each is compared with all
 * others, which takes some milliseconds for a thousand.
 */
export function findNeighbors(x: Float64Array, y: Float64Array): Int32Array[] {
  return Array.from(x, (_, end) => {
    const found = new Int32Array(neighborCount)
    const squares = new Float64Array(neighborCount).fill(Infinity)
    let count = 0
    for (let other = 0; other < x.length; other += 1) {
      if (other >> 1 === end >> 1) continue
      const square = (x[other]! - x[end]!) ** 2 + (y[other]! - y[end]!) ** 2
      if (count === neighborCount && square >= squares[neighborCount - 1]!) continue
      if (count < neighborCount) count += 1
      let at = count - 1
      for (; at > 0 && squares[at - 1]! > square; at -= 1) {
        squares[at] = squares[at - 1]!
        found[at] = found[at - 1]!
      }
      squares[at] = square
      found[at] = other
    }
    return found.subarray(0, count)
  })
}
