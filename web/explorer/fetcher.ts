import { OperationTypeNode, parse } from 'graphql'
import type { GraphiQL } from 'graphiql'
import { createClient } from 'graphql-ws'
import type { ComponentProps } from 'react'

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher']

interface Asked {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown>
}

/** Sends what is asked as GraphiQL wants it: queries and mutations by HTTP, a subscription on a socket of its own. */
export function fetcherFor(headers: Record<string, string>): Fetcher {
  const send = (asked: Asked, given: { headers?: Record<string, string> } = {}) => {
    const all = { ...headers, ...given.headers }
    return isSubscription(asked) ? subscribe(asked, all) : ask(asked, all)
  }
  return send as Fetcher
}

async function ask(asked: Asked, headers: Record<string, string>) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(asked),
  })
  return (await response.json()) as { data?: Record<string, unknown> }
}

async function* subscribe(asked: Asked, headers: Record<string, string>) {
  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: headers,
    retryAttempts: 0,
  })
  try {
    yield* client.iterate({ query: asked.query, operationName: asked.operationName, variables: asked.variables })
  } catch (error) {
    // A socket that is closed says why in its frame.
    if (error instanceof CloseEvent) throw new Error(error.reason || `The socket was closed (${error.code}).`)
    throw error
  } finally {
    await client.dispose()
  }
}

function isSubscription({ query, operationName }: Asked): boolean {
  try {
    const operations = parse(query).definitions.filter((one) => one.kind === 'OperationDefinition')
    const chosen = operations.find(({ name }) => !operationName || name?.value === operationName)
    return chosen?.operation === OperationTypeNode.SUBSCRIPTION
  } catch {
    // The server says what is wrong with it.
    return false
  }
}
