import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

/** A request as it is sent. */
export interface ApiRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface ApiAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const timeoutMs = 30_000

/** Sends requests over keep-alive connections. */
export interface Sender {
  /** Rejects if the connection is lost or there is no answer within 30 s. */
  send(request: ApiRequest): Promise<ApiAnswer>
  close(): void
}

export function createSender(url: string, maxSockets: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const { hostname, port } = new URL(url)
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const sent = httpRequest(
          { hostname, port, method, path, agent, headers: { ...headers, ...length } },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', reject)
            response.on('end', () =>
              resolve({
                status: response.statusCode!,
                headers: response.headers,
                text: Buffer.concat(chunks).toString('utf8'),
              }),
            )
          },
        )
        sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`No answer within ${timeoutMs / 1_000} s`)))
        sent.on('error', reject)
        sent.end(body)
      }),
  }
}

/** The request as a command line, so that it can be sent again; only the beginning of long bodies. */
export function describeRequest({ method, path, headers, body = '' }: ApiRequest): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${body.toString().slice(0, 2_000)}`
}
