import { setMaxListeners } from 'node:events'
import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import { createPubSub } from '@graphql-yoga/subscription'
import express from 'express'
import { buildSchema } from 'graphql'
import { useServer as serveGraphql } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'

// The baseline for the live leaderboard, in a separate process: Apollo Server and graphql-ws, as in their manuals, with the
// leaderboard in memory. Each knock publishes it to every subscriber. Argument: port.
interface Leaderboard {
  period: string
  from: string
  to: string
  entries: {
    rank: number
    user: { id: string; fullName: string }
    leadsCreated: number
    leadsConverted: number
    doorsKnocked: number
  }[]
}

const schema = buildSchema(`
  input KnockInput { propertyId: ID!, outcome: String!, eventId: ID! }
  type KnockResult { eventId: ID! }
  enum Period { DAY }
  type User { id: ID!, fullName: String! }
  type Entry { rank: Int!, user: User!, leadsCreated: Int!, leadsConverted: Int!, doorsKnocked: Int! }
  type Leaderboard { period: Period!, from: String!, to: String!, entries: [Entry!]! }
  type Query { ready: Boolean }
  type Mutation { logKnock(input: KnockInput!): KnockResult! }
  type Subscription { leaderboardChanged(period: Period!): Leaderboard! }`)

const eventTarget = new EventTarget()
setMaxListeners(0, eventTarget)
const changes = createPubSub<{ leaderboard: [Leaderboard] }>({ eventTarget })
let doorsKnocked = 0
const makeLeaderboard = (): Leaderboard => ({
  period: 'DAY',
  from: '2026-01-01T05:00:00.000Z',
  to: '2026-01-02T05:00:00.000Z',
  entries: Array.from({ length: 5 }, (_, n) => ({
    rank: n === 0 ? 1 : 2,
    user: { id: `0198c7a0-0000-7000-8000-00000000000${n}`, fullName: `Sample Rep 0${n}` },
    leadsCreated: 0,
    leadsConverted: 0,
    doorsKnocked: n === 0 ? doorsKnocked : 0,
  })),
})

schema.getMutationType()!.getFields()['logKnock']!.resolve = (_, { input }: { input: { eventId: string } }) => {
  doorsKnocked += 1
  // After the response, as Porchlight does: otherwise it would be sent after the messages of all subscribers, and the time
  // between them could not be compared.
  setImmediate(() => changes.publish('leaderboard', makeLeaderboard()))
  return { eventId: input.eventId }
}
const subscription = schema.getSubscriptionType()!.getFields()['leaderboardChanged']!
subscription.subscribe = async function* () {
  yield makeLeaderboard()
  yield* changes.subscribe('leaderboard')
}
subscription.resolve = (leaderboard: Leaderboard) => leaderboard

const apollo = new ApolloServer({
  schema,
  plugins: [ApolloServerPluginCacheControlDisabled()],
  stopOnTerminationSignals: false,
})
await apollo.start()
const app = express()
app.use('/graphql', express.json(), expressMiddleware(apollo))
app.get('/', (_, response) => void response.send('ok'))
const server = createServer(app)
// A burst blocks this process for seconds. With the default of 5 s, it would close idle connections that the next burst uses.
server.keepAliveTimeout = 60_000
// Disables pings: during a burst, the pongs would be processed too late, and subscribers would be disconnected.
serveGraphql({ schema }, new WebSocketServer({ server, path: '/graphql' }), 0)
server.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
