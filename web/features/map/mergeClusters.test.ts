import { expect, it } from 'vitest'
import { mergeClusters } from './mergeClusters.ts'

/** Clusters on the equator, `pixels` apart from its start at zoom 12. */
const clustersAt = (...places: [pixels: number, count: number, doneToday?: number][]) =>
  places.map(([pixels, count, doneToday = 0], index) => ({
    ...{ key: String(index), lat: 0, lng: (pixels * 360) / (512 * 2 ** 12), count, doneToday },
  }))
const shown = (...places: Parameters<typeof clustersAt>) =>
  mergeClusters(clustersAt(...places), 12).map(({ key, count, doneToday }) => [key, count, doneToday])

it('counts a cluster with the larger one that its rings would cover', () => {
  expect(shown([0, 7, 1], [30, 44, 5], [200, 62])).toEqual([
    ['2', 62, 0],
    ['1', 51, 6],
  ])
})

it('leaves clusters apart whose rings at most touch', () => {
  expect(shown([0, 7], [40, 8], [92, 120])).toEqual([
    ['2', 120, 0],
    ['1', 8, 0],
    ['0', 7, 0],
  ])
})

it('goes on while a cluster grows over the next one', () => {
  // Ten and more have a larger disc, which reaches the third one.
  expect(shown([0, 9], [20, 8], [36, 2])).toEqual([['0', 19, 0]])
})

it('is the same for clusters in any order, and loses no property', () => {
  const clusters = clustersAt(...Array.from({ length: 60 }, (_, at): [number, number] => [at * 13, (at * 7) % 31]))
  const merged = mergeClusters(clusters, 12)
  expect(mergeClusters(clusters.toReversed(), 12)).toEqual(merged)
  const countOf = (all: typeof merged) => all.reduce((sum, { count }) => sum + count, 0)
  expect(countOf(merged)).toBe(countOf(clusters))
  expect(merged.length).toBeLessThan(clusters.length)
})
