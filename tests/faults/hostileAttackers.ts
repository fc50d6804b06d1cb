import { randomBytes, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import WebSocket from 'ws'
import { invalidDocuments } from '../support/documents/invalidDocuments.ts'
import { createSender, type ApiAnswer, type ApiRequest } from './requests.ts'

// Runs the attackers of the `hostile` row in a process of their own, so that what they make does not delay the measurements.
// It says 'ready' over IPC, and the parent sends one command; this process reports when the time is over.
export interface Command {
  url: string
  tokens: { owner: string; rep: string }
  attackers: number
  seconds: number
}
export interface Report {
  /** How often each attack was made. */
  attacks: Record<string, number>
  /** Answers that no input may cause. */
  faults: string[]
}

const random = (bytes = 8) => randomBytes(bytes).toString('hex')
const json = { 'content-type': 'application/json' }

function graphql(query: string, more: object = {}, headers: Record<string, string> = {}): ApiRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...json, ...headers },
    body: JSON.stringify({ query, ...more }),
  }
}

function rest(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): ApiRequest {
  return {
    method,
    path,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

function upload(path: string, fields: Record<string, string>, file: string | Buffer, name: string): ApiRequest {
  const boundary = `b${random()}`
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(file),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { method: 'POST', path, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** A PNG that says it is 60,000 pixels wide and high, and whose data inflate to the same byte again and again. */
function bigPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(60_000, 0)
  header.writeUInt32BE(60_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(9_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const levels = (count: number) =>
  `{ property(id: "${randomUUID()}") ${'{ leads { property '.repeat(count)} { id } ${'} }'.repeat(count)} }`
const spreads = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    n === count - 1
      ? `fragment F${n} on Property { id }`
      : `fragment F${n} on Property { leads { property { ...F${n + 1} } } knocks { eventId } leads { property { ...F${n + 1} } } }`,
  ).join(' ')
const login = (email: string) => `login(email: ${JSON.stringify(email)}, password: "x") { accessToken }`

/** What nobody has to sign in for. */
const anonymous: Record<string, () => ApiRequest> = {
  'operation names': () => graphql(`query N${random(100)} { me { id } }`, { operationName: `N${random(100)}` }),
  'new queries': () => graphql(`{ a${random()}: me { id } }`),
  'new queries that are valid': () => graphql(`mutation { a${random()}: ${login(`${random()}@porchlight.example`)} }`),
  'a long address': () => graphql(`mutation { ${login(`x@${'.'.repeat(80_000)}`)} }`),
  'a long address in a variable': () =>
    graphql('mutation ($e: String!) { register(email: $e, password: "secret 1", fullName: "a") { message } }', {
      variables: { e: `${'a'.repeat(30_000)}@${'a.'.repeat(30_000)}` },
    }),
  'a long address by REST': () => rest('POST', '/api/auth/login', { email: `x@${'.'.repeat(80_000)}`, password: 'x' }),
  'sign-ins in one request': () =>
    graphql(
      `mutation { ${Array.from({ length: 30 }, (_, n) => `a${n}: ${login(`${n}@porchlight.example`)}`).join(' ')} }`,
    ),
  'many tokens': () => graphql(`{ ${'me { id } '.repeat(20_000)} }`),
  'fragments of fragments': () =>
    graphql(`
      {
        property(id: "x") {
          ...F0
        }
      }
      ${spreads(60)}
    `),
  'a deep query': () => graphql(levels(500)),
  'deep JSON': () => ({ method: 'POST', path: '/graphql', headers: json, body: '['.repeat(900_000) }),
  paths: () => rest('GET', `/api/${random(200)}/${random()}`),
  ids: () => rest('GET', `/api/properties/${randomUUID()}?${random()}=${random()}`),
  headers: () =>
    rest('GET', '/api/auth/me', undefined, { [`x-${random()}`]: random(2_000), authorization: `Bearer ${random(40)}` }),
  'idempotency keys': () =>
    graphql(
      'mutation { logout { message } }',
      {},
      { 'idempotency-key': random(100), authorization: `Bearer ${random(40)}` },
    ),
  'reports of errors': () =>
    rest('POST', '/client-errors', { message: `${random()}\n\u001b[2J`.repeat(2_000), stack: '\n'.repeat(20_000) }),
  numbers: () => rest('GET', `/api/leads?limit=${'9'.repeat(5_000)}&offset=-${'9'.repeat(5_000)}`),
}

/** What an account of another company can do. */
const signedIn: Record<string, (role: 'owner' | 'rep') => ApiRequest> = {
  'a query of three levels': () => graphql(levels(3)),
  'a query of four levels': () => graphql(levels(4)),
  'the most fields': () =>
    graphql(
      '{ properties(first: 1000) { edges { node { id address city state lat lng ownerName notes tags priority status createdAt leads { id status } } } } }',
    ),
  'a search of spaces': () =>
    graphql('query ($s: String!) { properties(filter: { search: $s }) { totalCount } }', {
      variables: { s: `${' '.repeat(5_000)}a` },
    }),
  'a search of letters': () =>
    graphql('query ($s: String!) { properties(filter: { search: $s }) { totalCount } }', {
      variables: { s: 'a b c d e f g '.repeat(300) },
    }),
  'a long search': () =>
    graphql('query ($s: String!) { quickFind(query: $s) { properties { id } } }', {
      variables: { s: '%_\\'.repeat(30_000) },
    }),
  'keys of requests': () => rest('POST', '/api/crm/door-knock-session/start', {}, { 'idempotency-key': random(60) }),
  'an address without an end': () => rest('GET', `/api/regrid/search?address=${'1%20'.repeat(3_000)}`),
  'a note': () =>
    rest('POST', '/api/leads', {
      property_id: randomUUID(),
      tag: 'storm',
      template_data: { note: 'x'.repeat(15_000) },
    }),
  newlines: () =>
    upload(
      '/api/imports',
      { list: 'properties', dry_run: 'true', mapping: '{"address":"a"}' },
      `a\n${'\n'.repeat(5_000_000)}`,
      'a.csv',
    ),
  'ragged rows': () =>
    upload(
      '/api/imports',
      { list: 'properties', dry_run: 'true', mapping: '{"address":"a"}' },
      `a,b\n${'1,2,3\n1\n'.repeat(200_000)}`,
      'a.csv',
    ),
  quotes: () =>
    upload(
      '/api/imports',
      { list: 'users', dry_run: 'true', mapping: '{"email":"a"}' },
      `a\n${'"'.repeat(3_000_001)}`,
      'a.csv',
    ),
  'long addresses in a file': () =>
    upload(
      '/api/imports',
      { list: 'users', dry_run: 'true', mapping: '{"email":"a"}' },
      `a\n${`x@${'.'.repeat(80_000)}\n`.repeat(20)}`,
      'a.csv',
    ),
  commas: () =>
    upload(
      '/api/imports',
      { list: 'properties', dry_run: 'true', mapping: '{"address":"a"}' },
      `a${','.repeat(2_000_000)}\n`,
      'a.csv',
    ),
  pixels: () => upload('/api/photos', {}, bigPicture(), 'a.png'),
  'a document': () => {
    const documents = invalidDocuments()
    const { file } = documents[Math.floor(Math.random() * documents.length)]!
    return upload('/api/templates/upload', {}, file, `${random()}.docx`)
  },
}

process.once('message', (command: Command) => {
  void attackAll(command).then((report) => {
    process.send?.(report)
    process.disconnect?.()
  })
})
process.send?.('ready')

async function attackAll({ url, tokens, attackers, seconds }: Command): Promise<Report> {
  const report: Report = { attacks: {}, faults: [] }
  const sender = createSender(url, attackers)
  const endsAt = performance.now() + seconds * 1_000
  const names = [...Object.keys(anonymous), ...Object.keys(signedIn)]
  let next = 0
  const attack = async () => {
    while (performance.now() < endsAt) {
      const name = names[next++ % names.length]!
      const role = next % 2 ? 'owner' : 'rep'
      const request = anonymous[name]?.() ?? signedIn[name]!(role)
      const authorization: Record<string, string> = name in signedIn ? { authorization: `Bearer ${tokens[role]}` } : {}
      const forwarded = `198.51.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`
      const headers = { ...request.headers, ...authorization, 'x-forwarded-for': forwarded }
      report.attacks[name] = (report.attacks[name] ?? 0) + 1
      const answer = await sender.send({ ...request, headers }).catch((error: Error) => error)
      if (isFault(answer)) report.faults.push(`${name}: ${describe(answer)}`)
    }
  }
  const floods = async () => {
    while (performance.now() < endsAt) {
      report.attacks['sockets'] = (report.attacks['sockets'] ?? 0) + 1
      await floodSocket(url, tokens.rep)
    }
  }
  await Promise.all([...Array.from({ length: attackers }, attack), floods()])
  sender.close()
  return report
}

/** A connection that is closed by the server, which does not read all of a refused body, is no fault. */
function isFault(answer: ApiAnswer | Error): boolean {
  if (answer instanceof Error)
    return !/ECONNRESET|EPIPE|socket hang up|other side closed/.test(`${answer.message} ${String(answer.cause)}`)
  if (answer.status === 503 && answer.headers['retry-after']) return false
  return answer.status >= 500 || answer.text.includes('"code":"INTERNAL_SERVER_ERROR"')
}

function describe(answer: ApiAnswer | Error): string {
  return answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 300)}`
}

/** Subscribes more often than a socket may, with ever new documents, and sends what is no message. */
function floodSocket(url: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const timer = setTimeout(() => socket.terminate(), 3_000)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
      for (let n = 0; n < 40; n += 1) {
        const query = `subscription S${random()} { propertiesChanged { changedAt } }`
        socket.send(JSON.stringify({ type: 'subscribe', id: `${n}`, payload: { query } }))
      }
      socket.send(
        JSON.stringify({ type: 'subscribe', id: 'long', payload: { query: `{ me { id } } # ${'x'.repeat(200_000)}` } }),
      )
      socket.send('{'.repeat(1_000))
    })
  })
}
