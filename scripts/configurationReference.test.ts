import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readConfig, settings, type Setting } from '../api/config.ts'
import { example, reference } from './configurationReference.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const named: [string, Setting][] = Object.entries(settings)

describe('the configuration reference', () => {
  it('matches api/config.ts (else run npm run configuration)', async () => {
    expect(read('docs/configuration.md')).toBe(await reference())
    expect(read('.env.example')).toBe(example())
  })

  it('lists defaults that change nothing when they are set', () => {
    const writtenOut = Object.fromEntries(named.map(([name, { defaultText: usual }]) => [name, usual]))
    expect(readConfig(writtenOut)).toEqual(readConfig({}))
  })

  it('lists every default', () => {
    for (const [name, { shape, defaultText: usual }] of named) {
      const unset = shape.parse(undefined)
      const nothing = unset === null || (Array.isArray(unset) && unset.length === 0)
      expect([name, usual === '']).toEqual([name, nothing])
    }
  })

  it('marks secrets', () => {
    const secrets = named.filter(([, { secret }]) => secret).map(([name]) => name)
    expect(secrets).toEqual(['DATABASE_URL', 'MAPBOX_TOKEN', 'REGRID_TOKEN', 'METRICS_TOKEN'])
    for (const [name] of named.filter(([, { secret }]) => !secret))
      expect(name).not.toMatch(/TOKEN|SECRET|PASSWORD$|KEY/)
  })

  it('is readable by a shell', () => {
    const lines = example()
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(lines).toHaveLength(named.length)
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+=[\w./:-]*$/)
  })
})

interface Compose {
  services: Record<string, { environment?: Record<string, string>; env_file?: unknown; user?: string }>
  volumes: Record<string, unknown>
}

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml')
  const compose = parse(text) as Compose

  it('sets only known settings', () => {
    const set = compose.services['porchlight']!.environment!
    expect(Object.keys(set).filter((name) => !(name in settings))).toEqual([])
    expect(Object.keys(set)).toContain('DATABASE_URL')
  })

  it('sets valid values', () => {
    const set = compose.services['porchlight']!.environment!
    const filled = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, filledIn(String(value))]))
    expect(readConfig(filled)).toMatchObject({ demo: false, host: '0.0.0.0', trustedProxies: 1 })
  })

  it('uses only variables from docker.env.example', () => {
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const offered = read('docker.env.example')
      .split('\n')
      .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(asked.filter((name) => !offered.includes(name))).toEqual([])
    expect(offered.filter((name) => !asked.includes(name) && !(name in settings))).toEqual([])
  })

  it("declares its volumes, and publishes only the proxy's ports", () => {
    const mounts = [...text.matchAll(/^ +- ([a-z]+):\//gm)].map(([, name]) => name!)
    expect(new Set(mounts)).toEqual(new Set(Object.keys(compose.volumes)))
    const open = Object.entries(compose.services).filter(([, service]) => 'ports' in service)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
  })
})

/** Substitutes variables as docker compose does, with a made-up value for each required one. */
function filledIn(value: string): string {
  return value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, usual?: string) => usual ?? `set-${name.toLowerCase()}-0123456789`,
  )
}
