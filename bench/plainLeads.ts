import express from 'express'
import pg from 'pg'

// The baseline for a page of leads over REST, in a separate process: Express sends JSON that one SQL statement builds,
// without row-level security, authentication, validation or the total. Arguments: database URL, tenant, port.
const [databaseUrl, tenantId, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

const page = `
  select json_build_object('data', coalesce(json_agg(lead), '[]'))::text as body
  from (
    select l.id, l.property_id, json_build_object('address', p.address, 'owner_name', p.owner_name) as property, l.tag, l.priority,
      l.status, l.template_data, l.rep_id, l.created_at
    from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
    where l.tenant_id = $1 order by l.created_at desc, l.id desc limit 1000) lead`

const app = express()
app.get('/api/leads', async (_, response) => {
  const { rows } = await pool.query({ name: 'page', text: page, values: [tenantId] })
  response.type('json').send(rows[0].body)
})
app.get('/', (_, response) => void response.send('ok'))
app.listen(Number(port), '127.0.0.1')
