import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '../api/config.ts'
import type { Setting } from '../api/config/shapes.ts'
import { example, reference } from './configurationReference.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const named: [string, Setting][] = Object.entries(settings)

describe('the configuration reference', () => {
  it('matches api/config (else run npm run configuration)', async () => {
    expect(read('docs/configuration.md')).toBe(await reference())
    expect(read('.env.example')).toBe(example())
  })

  it('lists defaults that change nothing when they are set', () => {
    const explicitDefaults = Object.fromEntries(named.map(([name, { defaultText }]) => [name, defaultText]))
    expect(readConfig(explicitDefaults)).toEqual(readConfig({}))
  })

  it('lists every default', () => {
    for (const [name, { shape, defaultText }] of named) {
      const unset = shape.parse(undefined)
      const hasNoDefault = unset === null || (Array.isArray(unset) && unset.length === 0)
      expect([name, defaultText === '']).toEqual([name, hasNoDefault])
    }
  })

  it('marks secrets', () => {
    const secrets = named.filter(([, { secret }]) => secret).map(([name]) => name)
    expect(secrets).toEqual([
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'MAPBOX_TOKEN',
      'REGRID_TOKEN',
      'MAIL_URL',
      'METRICS_TOKEN',
    ])
    for (const [name] of named.filter(([, { secret }]) => !secret))
      expect(name).not.toMatch(/TOKEN|SECRET|PASSWORD$|KEY(?!_FILE)/)
  })

  it('can be sourced by a shell', () => {
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
    const substituted = Object.fromEntries(
      Object.entries(set).map(([name, value]) => [name, substituteVariables(String(value))]),
    )
    expect(readConfig(substituted)).toMatchObject({ demo: false, host: '0.0.0.0', trustedProxies: 1 })
  })

  it('uses only variables from docker.env.example', () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const listed = read('docker.env.example')
      .split('\n')
      .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(used.filter((name) => !listed.includes(name))).toEqual([])
    const usedByCluster = read('docker-compose.cluster.yml')
    expect(
      listed.filter((name) => !used.includes(name) && !usedByCluster.includes(`{${name}`) && !(name in settings)),
    ).toEqual([])
  })

  it("declares its volumes, and publishes only the proxy's ports", () => {
    const mounts = [...text.matchAll(/^ +- ([a-z]+):\//gm)].map(([, name]) => name!)
    expect(new Set(mounts)).toEqual(new Set(Object.keys(compose.volumes)))
    const published = Object.entries(compose.services).filter(([, service]) => 'ports' in service)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
  })
})

/** Substitutes variables as docker compose does, with a sample value for each required one. */
function substituteVariables(value: string): string {
  return value.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, defaultValue?: string) => defaultValue ?? `set-${name.toLowerCase()}-0123456789`,
  )
}
