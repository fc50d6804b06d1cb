import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { securityPolicy } from './securityPolicy.ts'

const readConnectSources = (environment: Record<string, string>) => {
  const { contentSecurityPolicy } = securityPolicy(readConfig(environment)) as {
    contentSecurityPolicy: { directives: { connectSrc: string[] } }
  }
  return contentSecurityPolicy.directives.connectSrc
}

describe('the sources that pages may connect to', () => {
  it('are this server, and the map service if its token is set', () => {
    expect(readConnectSources({})).toEqual(["'self'", 'data:', 'blob:'])
    expect(readConnectSources({ MAPBOX_TOKEN: 'pk.sample' })).toContain('https://api.mapbox.com')
  })

  it('include no WebSocket URL, even if other origins may open a WebSocket to this server', () => {
    const hosts = readConnectSources({ ALLOWED_ORIGINS: 'https://app.example.com', MAPBOX_TOKEN: 'pk.sample' })
    expect(hosts.filter((host) => /^wss?:|\*$/.test(host))).toEqual([])
  })
})
