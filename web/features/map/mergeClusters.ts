import { clusterSize } from './clusterSize.ts'
import type { PropertyCluster } from './markerFeatures.ts'
import type { Point } from '../../lib/distance.ts'

/** Pixels from the pole to the pole, and around the equator, at zoom 0. */
const WORLD_PIXELS = 512
/** The rings of two clusters overlap by at most this many pixels. */
const OVERLAP_PX = 4

/**
 * The clusters as a map of this zoom shows them: one whose rings would cover those of a larger one is counted with it. The server's clusters are
 * at the middle of their properties, which may be near those of the next square.
 */
export function mergeClusters(clusters: readonly PropertyCluster[], zoom: number): PropertyCluster[] {
  const scale = WORLD_PIXELS * 2 ** zoom
  let merged = [...clusters].sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
  // A cluster grows with those that it takes in, so that it may cover another one.
  for (let before = Infinity; merged.length < before;) {
    before = merged.length
    merged = mergeOnce(merged, scale)
  }
  return merged
}

/** `clusters` are the largest first. */
function mergeOnce(clusters: readonly PropertyCluster[], scale: number): PropertyCluster[] {
  const kept: { cluster: PropertyCluster; x: number; y: number }[] = []
  for (const cluster of clusters) {
    const { x, y } = pixelOf(cluster, scale)
    const covering = kept.find(
      (one) => Math.hypot(one.x - x, one.y - y) < radiusOf(one.cluster) + radiusOf(cluster) - OVERLAP_PX,
    )
    if (covering)
      covering.cluster = {
        ...covering.cluster,
        count: covering.cluster.count + cluster.count,
        doneToday: covering.cluster.doneToday + cluster.doneToday,
      }
    else kept.push({ cluster, x, y })
  }
  return kept.map(({ cluster }) => cluster)
}

/** With its rings, of which only a cluster of more than ten has a second one. */
const radiusOf = ({ count }: PropertyCluster): number => clusterSize(count) / 2 + (count > 10 ? 6 : 2)

function pixelOf({ lat, lng }: Point, scale: number): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: (scale * (lng + 180)) / 360,
    y: scale * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  }
}
