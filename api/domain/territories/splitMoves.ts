import { check } from '../errors.ts'
import type { PlanePoint } from '../point.ts'
import type { FaceGraph } from './splitGraph.ts'

/** A change by hand: the doors at a place belong to another part. */
export interface NodeMove {
  /** The block face with the nearest door is moved. */
  at: PlanePoint
  /** From 0. */
  part: number
}

/**
 * The part of each node after all moves, which are made in order. Throws `Refused` for a move that would leave a part without doors, or in more
 * pieces than before.
 */
export async function moveNodes(
  { nodes, edges, cells }: FaceGraph,
  partOfNode: readonly number[],
  moves: readonly NodeMove[],
  pause: () => Promise<void> | undefined,
): Promise<number[]> {
  const moved = [...partOfNode]
  const neighbors = nodes.map((): number[] => [])
  for (const { from, to, isOutside } of edges) {
    if (isOutside) continue
    neighbors[from]!.push(to)
    neighbors[to]!.push(from)
  }
  for (const { at, part } of moves) {
    await pause()
    const node = nearestNode(cells, at)
    const previous = moved[node]!
    if (previous === part) continue
    check(
      neighbors[node]!.some((other) => moved[other] === part),
      `These doors are not next to part ${part + 1}. Move those between first.`,
    )
    const before = countPieces(previous, moved, neighbors)
    moved[node] = part
    const after = countPieces(previous, moved, neighbors)
    check(after > 0, `Part ${previous + 1} has no other doors.`)
    check(after <= before, `Without these doors, part ${previous + 1} would be in two pieces.`)
  }
  return moved
}

function nearestNode({ sites, nodeOfSite }: FaceGraph['cells'], { x, y }: PlanePoint): number {
  let [nearest, distance] = [0, Infinity]
  for (const [site, node] of nodeOfSite.entries()) {
    const { x: siteX, y: siteY } = sites[site]!
    const to = (siteX - x) ** 2 + (siteY - y) ** 2
    if (node >= 0 && to < distance) [nearest, distance] = [node, to]
  }
  return nearest
}

/** The number of connected sets of nodes that the part has. */
function countPieces(part: number, partOfNode: readonly number[], neighbors: readonly number[][]): number {
  const found = new Set<number>()
  let pieces = 0
  for (const [start, own] of partOfNode.entries()) {
    if (own !== part || found.has(start)) continue
    pieces += 1
    const reached = [start]
    found.add(start)
    // The list grows while it is read.
    for (const node of reached)
      for (const other of neighbors[node]!)
        if (partOfNode[other] === part && !found.has(other)) {
          found.add(other)
          reached.push(other)
        }
  }
  return pieces
}
