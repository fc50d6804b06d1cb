import express from 'express'
import pg from 'pg'

// The baseline for a page of properties, in a separate process: Express sends JSON that one SQL statement builds,
// without row-level security, authentication or validation. Arguments: database URL, tenant, port.
const [databaseUrl, tenantId, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

const page = `
  select json_build_object('edges', coalesce(json_agg(json_build_object('cursor', created_at || '|' || id, 'node', page)), '[]'))::text
    as body
  from (
    select p.id, p.address, p.street_number, p.city, p.state, p.zip_code, p.lat, p.lng, p.owner_name, p.priority, p.status,
      p.created_at, array(select t.tag from property_tags t where t.tenant_id = p.tenant_id and t.property_id = p.id
        order by t.position) as tags,
      (select coalesce(json_agg(json_build_object('id', l.id, 'tag', l.tag, 'priority', l.priority, 'status', l.status,
         'createdAt', l.created_at) order by l.created_at desc), '[]')
       from leads l where l.tenant_id = p.tenant_id and l.property_id = p.id) as leads
    from properties p where p.tenant_id = $1 and (p.created_at, p.id) < ($2, $3)
    order by p.created_at desc, p.id desc limit 100) page`

const app = express()
app.post('/graphql', async (_, response) => {
  const { rows } = await pool.query({
    name: 'page',
    text: page,
    values: [tenantId, '9999-01-01', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  })
  response.type('json').send(`{"data":{"properties":${rows[0].body}}}`)
})
app.get('/', (_, response) => void response.send('ok'))
app.listen(Number(port), '127.0.0.1')
