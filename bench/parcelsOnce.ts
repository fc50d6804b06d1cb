import pg from 'pg'
import { importParcels } from '../api/services/parcels/import/importParcels.ts'
import { parseMapping } from '../api/services/parcels/import/mapping.ts'

// Runs one import in a separate process and prints its duration and peak memory. Arguments: the owner's database URL,
// the file.
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
