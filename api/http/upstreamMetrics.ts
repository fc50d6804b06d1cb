import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'

interface Asked {
  origin?: unknown
}
interface Published {
  request: Asked
  response?: { statusCode: number }
}

/**
 * Counts what this process asks of outside services, where it really leaves: answers from memory are none. Node tells of
 * every request on its diagnostics channels; nothing but the provider's name and the kind of answer is kept.
 * Returns how to stop.
 */
export function countUpstream(config: Config, metrics: Metrics): () => void {
  const providers = new Map([
    [new URL(config.regridUrl).origin, 'regrid'],
    [new URL(config.mapboxUrl).origin, 'mapbox'],
  ])
  const begun = new WeakMap<Asked, () => void>()
  const providerOf = ({ origin }: Asked) => providers.get(String(origin))

  const channels: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const { request } = message as Published
        const provider = providerOf(request)
        if (provider) begun.set(request, metrics.upstreamDurations.startTimer({ provider }))
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as Published
        const provider = providerOf(request)
        if (!provider || !begun.has(request)) return
        begun.get(request)!()
        begun.delete(request)
        metrics.upstream.inc({ provider, outcome: `${Math.floor((response?.statusCode ?? 0) / 100)}xx` })
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request } = message as Published
        const provider = providerOf(request)
        if (provider && begun.delete(request)) metrics.upstream.inc({ provider, outcome: 'failed' })
      },
    ],
  ]
  for (const [name, listener] of channels) subscribe(name, listener)
  return () => {
    for (const [name, listener] of channels) unsubscribe(name, listener)
  }
}
