import { OperationTypeNode, parse } from 'graphql'
import type { GraphiQL } from 'graphiql'
import { createClient } from 'graphql-ws'
import type { ComponentProps } from 'react'

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher']

interface GraphqlRequest {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown>
}

/** The fetcher for GraphiQL: HTTP for queries and mutations, a WebSocket for each subscription. */
export function createFetcher(headers: Record<string, string>): Fetcher {
  const send = (request: GraphqlRequest, options: { headers?: Record<string, string> } = {}) => {
    const allHeaders = { ...headers, ...options.headers }
    return isSubscription(request) ? subscribe(request, allHeaders) : postRequest(request, allHeaders)
  }
  return send as Fetcher
}

async function postRequest(request: GraphqlRequest, headers: Record<string, string>) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(request),
  })
  return (await response.json()) as { data?: Record<string, unknown> }
}

async function* subscribe(request: GraphqlRequest, headers: Record<string, string>) {
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: headers,
    retryAttempts: 0,
  })
  try {
    yield* client.iterate({ query: request.query, operationName: request.operationName, variables: request.variables })
  } catch (error) {
    // The close frame contains the reason.
    if (error instanceof CloseEvent) throw new Error(error.reason || `The socket was closed (${error.code}).`)
    throw error
  } finally {
    await client.dispose()
  }
}

function isSubscription({ query, operationName }: GraphqlRequest): boolean {
  try {
    const operations = parse(query).definitions.filter((one) => one.kind === 'OperationDefinition')
    const chosen = operations.find(({ name }) => !operationName || name?.value === operationName)
    return chosen?.operation === OperationTypeNode.SUBSCRIPTION
  } catch {
    // A syntax error is reported by the server.
    return false
  }
}
