import pg from 'pg'
import { importParcels } from '../api/services/parcels/import/importParcels.ts'
import { parseMapping } from '../api/services/parcels/import/mapping.ts'

// One import in a process of its own. Arguments: where the owner connects, and the file. Prints its time and peak memory.
const [url, file] = process.argv.slice(2) as [string, string]
const client = new pg.Client({ connectionString: url })
await client.connect()
const mapping = parseMapping(
  `parcel_id=pin,address=addr,owner=own,owner_address=mail,year_built=built,acres=acres,use=use,city='Sampleton',state='IN'`,
)
const before = performance.now()
await importParcels(client, { file, name: 'county', mapping })
const ms = performance.now() - before
await client.end()
console.log(JSON.stringify({ ms, peakMegabytes: process.resourceUsage().maxRSS / 1_000 }))
