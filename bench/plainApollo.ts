import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import express from 'express'
import pg from 'pg'

// The baseline for logging a knock, in a separate process: Apollo Server with one plain INSERT, without log, projection,
// row-level security or authentication. Arguments: database URL, port.
const [databaseUrl, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(
  'create table if not exists plain_knocks (event_id uuid primary key, property_id uuid, outcome text, at timestamptz)',
)

const server = new ApolloServer({
  typeDefs: `
    input KnockInput { propertyId: ID!, outcome: String!, eventId: ID! }
    type KnockResult { eventId: ID! }
    type Query { ready: Boolean }
    type Mutation { logKnock(input: KnockInput!): KnockResult! }`,
  resolvers: {
    Mutation: {
      logKnock: async (_: unknown, { input }: { input: { propertyId: string; outcome: string; eventId: string } }) => {
        await pool.query({
          name: 'insert',
          text: 'insert into plain_knocks values ($1, $2, $3, now())',
          values: [input.eventId, input.propertyId, input.outcome],
        })
        return { eventId: input.eventId }
      },
    },
  },
  plugins: [ApolloServerPluginCacheControlDisabled()],
  stopOnTerminationSignals: false,
})
await server.start()
const app = express()
app.use('/graphql', express.json(), expressMiddleware(server))
app.get('/api/health', (_, response) => void response.send('ok'))
app.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
