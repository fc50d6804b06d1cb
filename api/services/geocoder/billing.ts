import type { GeocodeCandidate } from '../../domain/geocode.ts'
import { roundedPoint } from '../../domain/point.ts'
import { makeMemory, type MemoryOptions } from '../upstream/memory.ts'
import type { AddressSuggestion, Geocoder, GeocodeSource } from './geocoder.ts'

const keepForAWhile: MemoryOptions = { keepMs: 3_600_000, most: 5_000 }

/**
 * A paid source: places that may be stored are remembered; suggestions may not be (they are asked for as temporary
 * answers), but two who type the same at once share one request. Only requests that were sent are billed.
 */
export function paidGeocoder(source: GeocodeSource, options: MemoryOptions = keepForAWhile): Geocoder {
  const places = makeMemory<GeocodeCandidate[]>(options)
  const typed = makeMemory<AddressSuggestion[]>({ ...options, keepMs: 0 })
  return {
    forward: async (address, look) => {
      const key = `forward ${address.toLowerCase()} ${JSON.stringify(look ?? null)}`
      const { answer, asked } = await places.recall(key, () => source.forward(address, look))
      return { found: answer, billed: asked ? 1 : 0 }
    },
    reverse: async (point) => {
      const ask = async () => [await source.reverse(point)].filter((one) => one !== null)
      const { answer, asked } = await places.recall(`reverse ${roundedPoint(point, 6)}`, ask)
      return { found: answer[0] ?? null, billed: asked ? 1 : 0 }
    },
    suggest: async (query, bounds) => {
      const key = `${query.toLowerCase()} ${JSON.stringify(bounds ?? null)}`
      const { answer, asked } = await typed.recall(key, () => source.suggest(query, bounds))
      return { found: answer, billed: asked ? 1 : 0 }
    },
  }
}

/** Our own addresses: counted as if they were paid for, but not while somebody types. */
export function ownGeocoder(source: GeocodeSource): Geocoder {
  return {
    forward: async (address, options) => ({ found: await source.forward(address, options), billed: 1 }),
    reverse: async (point) => ({ found: await source.reverse(point), billed: 1 }),
    suggest: async (query, bounds) => ({ found: await source.suggest(query, bounds), billed: 0 }),
  }
}
