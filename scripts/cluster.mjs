// `npm run cluster`: three API processes behind HAProxy on one database, which is DATABASE_URL or the embedded one. With `-- --citus`, on a
// coordinator and two workers that are started here.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stopWithAncestors } from './ancestors.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, node, projectEnvironment, root } from './install.mjs'
import { serverFlags } from './serverFlags.mjs'

const count = 3
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-cluster-'))
const servers = []
const wantsCitus = process.argv.includes('--citus')
let nodes = null
let databaseUrl = process.env.DATABASE_URL
let proxy = null
let stopping = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
stopWithAncestors(() => void stop(0))

try {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('HAProxy is not installed. On Debian: apt install haproxy')
  if (wantsCitus && databaseUrl) throw new Error('--citus starts nodes of its own. Unset DATABASE_URL.')
  await ensureInstalled('run')
  await ensureBuilt(console.log, process.env.WEB_DIR ? ['server'] : ['server', 'web'])
  if (wantsCitus && !stopping) await startNodes()
  // The first one migrates the database, and starts the embedded one.
  for (let n = 0; n < count && !stopping; n += 1) servers.push(await startServer(n + 1))
  if (!stopping) await startProxy()
} catch (error) {
  if (!stopping) console.error(error.message)
  await stop(1)
}

/** Starts the nodes and resolves when their database is distributed. */
async function startNodes() {
  const args = ['--import', './scripts/endWithParent.mjs', 'dist/server/scripts/citusCluster.js']
  nodes = spawn(node, args, {
    cwd: root,
    env: projectEnvironment(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  databaseUrl = await new Promise((resolve, reject) => {
    nodes.once('message', ({ url }) => resolve(url))
    nodes.once('error', reject)
    nodes.once('exit', () => reject(new Error('The nodes could not be started.')))
    if (stopping) nodes.kill('SIGTERM')
  })
}

/** Starts an API process on a free port and resolves when it listens. */
async function startServer(n) {
  const env = projectEnvironment({
    NODE_ENV: process.env.NODE_ENV ?? 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '1',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const args = [...serverFlags(env, root), '--import', './scripts/endWithParent.mjs', 'dist/server/api/main.js']
  const child = spawn(node, args, {
    cwd: root,
    env,
    // In a process group of its own, Ctrl-C reaches it only through the handler above.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const server = { n, child, port: 0 }
  child.once('exit', (code, signal) => {
    if (stopping) return
    console.log(`API process ${n} ended (${signal ?? `code ${code}`})`)
    if (servers.length === count && servers.every(({ child: other }) => hasEnded(other))) void stop(1)
  })
  let output = ''
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk)
      if (server.port > 0) return
      output += chunk
      server.port = Number(/listens on http:\/\/\S+:(\d+)/.exec(output)?.[1] ?? 0)
      if (server.port > 0) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`API process ${n} could not start.`)))
    if (stopping) child.kill('SIGTERM')
  })
  console.log(`API process ${n}: pid ${child.pid}, port ${server.port}`)
  return server
}

async function startProxy() {
  const port = Number(process.env.PORT || 4000) || (await findFreePort())
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, proxyConfig(port))
  proxy = spawn('haproxy', ['-db', '-f', file], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  proxy.once('exit', () => {
    if (stopping) return
    console.error('HAProxy ended.')
    void stop(1)
  })
  const url = `http://127.0.0.1:${port}`
  while (!stopping && !(await fetch(`${url}/api/health/ready`).catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50))
  if (!stopping) console.log(`The cluster listens on ${url}`)
}

/** The same as in docs/operations.md. A request is repeated only if no connection could be opened, so it was not sent. */
function proxyConfig(port) {
  return `defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  timeout tunnel 1h
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend porchlight
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance leastconn
  option httpchk GET /api/health/ready
  http-check expect status 200
  default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions pool-purge-delay 30s
${servers.map((server) => `  server api${server.n} 127.0.0.1:${server.port}`).join('\n')}
`
}

/** Stops the API processes, the first one last because it may own the embedded database, and then the nodes and the proxy. */
function stop(code) {
  return (stopping ??= (async () => {
    const [first, ...others] = servers
    await Promise.all(others.map(end))
    if (first) await end(first)
    if (nodes) await end({ child: nodes })
    proxy?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  })())
}

async function end({ child }) {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
