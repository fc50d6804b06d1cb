import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { securityPolicy } from './securityPolicy.ts'

const reached = (environment: Record<string, string>) => {
  const { contentSecurityPolicy } = securityPolicy(readConfig(environment)) as {
    contentSecurityPolicy: { directives: { connectSrc: string[] } }
  }
  return contentSecurityPolicy.directives.connectSrc
}

describe('what pages may reach', () => {
  it('is this server, and with its token the map service', () => {
    expect(reached({})).toEqual(["'self'", 'data:', 'blob:'])
    expect(reached({ MAPBOX_TOKEN: 'pk.sample' })).toContain('https://api.mapbox.com')
  })

  it('is no socket anywhere, other origins that may open one here notwithstanding', () => {
    const hosts = reached({ ALLOWED_ORIGINS: 'https://app.example.com', MAPBOX_TOKEN: 'pk.sample' })
    expect(hosts.filter((host) => /^wss?:|\*$/.test(host))).toEqual([])
  })
})
