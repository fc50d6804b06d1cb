import { ApolloServer } from '@apollo/server'
import { expect, it } from 'vitest'
import { Forbidden } from '../domain/errors.ts'
import { makeMetrics } from '../observability/metrics.ts'
import { makeErrorFormatter } from './errors.ts'
import { recordOperations } from './recordOperations.ts'
import type { ResolverContext } from './resolverContext.ts'

const fail = (error: Error) => () => {
  throw error
}

it('counts errors of the server apart from those of the caller', async () => {
  const metrics = makeMetrics()
  const server = new ApolloServer<ResolverContext>({
    typeDefs: 'type Query { fine: Int forbidden: Int broken: Int }',
    resolvers: {
      Query: { fine: () => 1, forbidden: fail(new Forbidden('Not yours.')), broken: fail(new Error('sample')) },
    },
    formatError: makeErrorFormatter(() => undefined),
    plugins: [recordOperations(metrics)],
  })
  for (const query of ['{ fine }', '{ forbidden }', '{ broken }', '{ forbidden broken }', '{ unknown }'])
    await server.executeOperation({ query }, { contextValue: {} as ResolverContext })
  await server.stop()
  const { values } = await metrics.operations.get()
  expect(values.map(({ labels, value }) => [labels.operation, labels.outcome, value])).toEqual([
    ['query fine', 'done', 1],
    ['query forbidden', 'errors', 1],
    ['query broken', 'internal', 1],
    ['query several', 'internal', 1],
    ['none', 'errors', 1],
  ])
})
