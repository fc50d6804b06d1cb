import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '../api/config.ts'
import { parseNodes } from '../api/lifecycle/clusterNodes.ts'

interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, unknown>
  ports?: unknown[]
  depends_on?: Record<string, unknown> | string[]
}

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const parseServices = (text: string) => (parse(text, { merge: true }) as { services: Record<string, Service> }).services
const files = readdirSync(root).filter((file) => /^docker-compose.*\.yml$/.test(file))

describe.each(files)('%s', (file) => {
  it('has services that depend on its own, closed databases, and no secrets', () => {
    expect(findProblems(read(file))).toEqual([])
  })

  it('uses only variables from docker.env.example', () => {
    const used = [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const listed = [...read('docker.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    expect(used.filter((name) => !listed.includes(name))).toEqual([])
    expect(used).toContain('POSTGRES_PASSWORD')
  })
})

describe('docker-compose.cluster.yml', () => {
  const services = parseServices(read('docker-compose.cluster.yml'))
  const apiServices = Object.keys(services).filter((name) => name.startsWith('api'))

  it('makes a cluster of its three nodes before the API processes start', () => {
    const nodes = parseNodes(services['distribute']!.command!.at(-1)!)
    const databases = Object.keys(services).filter((name) => isDatabase(services[name]!))
    expect(nodes).toEqual(databases.map((host) => ({ host, port: 5432 })))
    expect(databases).toHaveLength(3)
    for (const name of apiServices)
      expect(services[name]!.depends_on).toEqual({ distribute: { condition: 'service_completed_successfully' } })
  })

  it('sends requests to every API process', () => {
    const [, upstreams] = /reverse_proxy (.+) \{/.exec(read('Caddyfile.cluster'))!
    expect(upstreams!.split(' ')).toEqual(apiServices.map((name) => `${name}:4000`))
    expect(apiServices).toHaveLength(3)
  })

  it('sets known settings to valid values', () => {
    for (const name of apiServices) {
      const set = Object.entries(services[name]!.environment!)
      expect(set.filter(([setting]) => !(setting in settings))).toEqual([])
      const substituted = set.map(([setting, value]) => [
        setting,
        String(value).replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g, (_, text?: string) => text ?? 'a0123456789'),
      ])
      expect(readConfig(Object.fromEntries(substituted))).toMatchObject({ demo: false, trustedProxies: 1 })
    }
  })
})

describe('the check of compose files', () => {
  const check = (service: string) =>
    findProblems(`services:\n  database: { image: 'postgres:18' }\n  other: { ${service} }`)

  it.each([
    ['depends_on: [databse]', 'other depends on databse, which is no service'],
    ['depends_on: { databse: { condition: service_healthy } }', 'other depends on databse, which is no service'],
    ["image: 'citusdata/citus:13.2.0', ports: ['5432:5432']", 'other is a database and publishes ports'],
    ['environment: { POSTGRES_PASSWORD: hunter2 }', 'other has a secret in POSTGRES_PASSWORD'],
    ["environment: { API_TOKEN: '${TOKEN:-hunter2}' }", 'other has a secret in API_TOKEN'],
    ["environment: { URL: 'postgres://a:hunter2@database/b' }", 'other has a secret in URL'],
    ["environment: { URL: 'postgres://a:${NOT_REQUIRED}@database/b' }", 'other has a secret in URL'],
  ])('finds what is wrong with %s', (service, problem) => {
    expect(check(service)).toEqual([problem])
  })

  it('accepts a required variable, and an optional one that is empty', () => {
    const url = "URL: 'postgres://a:${A:?set A}@database/b'"
    expect(check(`depends_on: [database], environment: { TOKEN: '\${B:-}', ${url} }`)).toEqual([])
  })
})

/** What is wrong with the services of a compose file, one sentence each. */
function findProblems(text: string): string[] {
  const services = parseServices(text)
  const isRequired = (name: string) => text.includes(`\${${name}:?`)
  return Object.entries(services).flatMap(([name, service]) => [
    ...listDependencies(service)
      .filter((other) => !(other in services))
      .map((other) => `${name} depends on ${other}, which is no service`),
    ...(isDatabase(service) && service.ports ? [`${name} is a database and publishes ports`] : []),
    ...Object.entries(service.environment ?? {})
      .filter(([variable, value]) => hasSecret(variable, String(value), isRequired))
      .map(([variable]) => `${name} has a secret in ${variable}`),
  ])
}

function listDependencies({ depends_on: dependencies = [] }: Service): string[] {
  return Array.isArray(dependencies) ? dependencies : Object.keys(dependencies)
}

function isDatabase({ image = '' }: Service): boolean {
  return /^(postgres|citusdata\/citus):/.test(image)
}

/** Whether a password is written out, or comes from a variable that the file requires nowhere. */
function hasSecret(variable: string, value: string, isRequired: (name: string) => boolean): boolean {
  const inUrl = /:\/\/[^/:@]*:(.*)@/.exec(value)?.[1]
  const secret = inUrl ?? (/PASSWORD|TOKEN|SECRET|KEY$/.test(variable) ? value : null)
  if (secret === null) return false
  const [, name, suffix] = /^\$\{(\w+)(:-|:\?[^}]*)?\}$/.exec(secret) ?? []
  return !name || !(isRequired(name) || (suffix === ':-' && !inUrl))
}
