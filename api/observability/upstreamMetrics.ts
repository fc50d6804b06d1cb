import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Config } from '../config.ts'
import type { Metrics } from './metrics.ts'

interface UndiciRequest {
  origin?: unknown
}
interface UndiciMessage {
  request: UndiciRequest
  response?: { statusCode: number }
}

/**
 * Records HTTP requests to outside services. Listens to Node's diagnostics channels, so only requests that are actually
 * sent count, not cached responses. Records only the provider and the outcome. Returns a function that stops recording.
 */
export function countUpstreamRequests(config: Config, metrics: Metrics): () => void {
  const providers = new Map([
    [new URL(config.regridUrl).origin, 'regrid'],
    [new URL(config.mapboxUrl).origin, 'mapbox'],
  ])
  const timers = new WeakMap<UndiciRequest, () => void>()
  const providerOf = ({ origin }: UndiciRequest) => providers.get(String(origin))

  const channels: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const { request } = message as UndiciMessage
        const provider = providerOf(request)
        if (provider) timers.set(request, metrics.upstreamDurations.startTimer({ provider }))
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as UndiciMessage
        const provider = providerOf(request)
        if (!provider || !timers.has(request)) return
        timers.get(request)!()
        timers.delete(request)
        metrics.upstream.inc({ provider, outcome: `${Math.floor((response?.statusCode ?? 0) / 100)}xx` })
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request } = message as UndiciMessage
        const provider = providerOf(request)
        if (provider && timers.delete(request)) metrics.upstream.inc({ provider, outcome: 'failed' })
      },
    ],
  ]
  for (const [name, listener] of channels) subscribe(name, listener)
  return () => {
    for (const [name, listener] of channels) unsubscribe(name, listener)
  }
}
