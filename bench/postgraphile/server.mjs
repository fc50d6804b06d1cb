// PostGraphile on the tables of a database, with its default preset. Arguments: database URL, port.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const [databaseUrl, port] = process.argv.slice(2)
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: databaseUrl, schemas: ['public'] })],
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
// The schema is built before the server listens.
await instance.getSchema()
server.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
