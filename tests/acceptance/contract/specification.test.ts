import { describe, expect, it } from 'vitest'
import { features } from '../../../api/routes/all.ts'
import { describeRoutes } from '../../../api/rest/openapi.ts'
import type { Operation, Schema } from '../../../api/rest/openapiDocument.ts'

const document = describeRoutes(features)

/** Every call of spec §7 with the names of its query parameters (`?`) and body fields (`{}`), as written there. */
const calls = `
POST /auth/login {email,password}
POST /auth/register {email,password,full_name}
POST /auth/logout
GET /auth/me
POST /auth/change-password {new_password}
POST /properties {address,street_number,street_name,city,state,zip_code,lat,lng,owner_name,parcel_id,tags}
GET /properties ?limit,tag,lat,lng
GET /properties/{id}
PUT /properties/{id} {owner_name,notes,tags,priority,parcel_id,street_number}
DELETE /properties/{id}
POST /leads {property_id,tag,template_data}
GET /leads ?tag,status,limit
GET /leads/{id}
PUT /leads/{id} {status,tag}
DELETE /leads/{id}
GET /templates/tags
POST /templates/batch-print {lead_ids,template_tag,merge}
POST /templates/batch-print-by-tag ?tag,template_tag,format
POST /templates/batch-print-by-lead-type ?lead_type,template_tag,format
POST /templates/preview/{id} ?template_tag,format
GET /templates/list
GET /templates/download/{id}
POST /templates/upload {file,tag}
DELETE /templates/{id}
GET /users ?tenant_id,role,is_active
GET /users/{id}
PUT /users/{id} {full_name,role,tenant_id,phone,password,is_active}
DELETE /users/{id}
POST /users {email,password,full_name,role,tenant_id,phone}
PUT /users/{id}/block
POST /users/{id}/reset-password ?new_password
GET /tenants
GET /tenants/{id}
GET /tenants/current
POST /tenants {name,company_name}
PUT /tenants/{id} {name,company_name}
GET /tenants/{id}/users
POST /tenants/{id}/users {email,password,full_name,role}
GET /tenants/{id}/stats
GET /activity/logs ?limit,offset
GET /activity/stats ?days
POST /activity/log-map-load {lat,lng,zoom}
POST /activity/log-regrid-call {parcel_id,lat,lng}
GET /regrid/search ?address,context
GET /regrid/details/{id}
POST /regrid/search-by-coordinates {lat,lng}
GET /finops/usage/summary ?period
GET /finops/cost-configuration
PUT /finops/cost-configuration/{id} {service_type,cost_per_unit}
GET /finops/billing/summary ?period
POST /finops/track-usage {service_type,quantity}
GET /finops/tenant-comparison ?days
GET /crm/sales-performance ?period
GET /crm/team-performance ?period
GET /crm/neighborhood-performance ?period
POST /crm/door-knock-session/start {lat,lng}
PUT /crm/door-knock-session/{id}/end
GET /crm/targets
POST /crm/targets {user_id,period,metric,value}
GET /crm/leaderboard ?period
GET /mock/properties ?mock
GET /mock/leads ?mock
GET /mock/users ?mock
GET /mock/activity/stats ?mock
GET /mock/finops/summary ?mock
GET /mock/sales/performance ?mock
GET /legacy/static/flyer.html
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, method, path, query, payload] = /^(\w+) (\S+)(?: \?(\S+))?(?: \{(\S+)\})?$/.exec(line)!
    return { line, method: method!.toLowerCase(), path: path!, query: namesIn(query), payload: namesIn(payload) }
  })

function namesIn(text: string | undefined): string[] {
  return text?.split(',') ?? []
}

function queryOf({ parameters = [] }: Operation): string[] {
  return parameters.flatMap((item) => ('in' in item && item.in === 'query' ? [item.name] : []))
}

function payloadOf({ requestBody }: Operation): string[] {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  return Object.keys(followed(schema)?.properties ?? {})
}

function followed(schema: Schema | undefined): Schema | undefined {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema
}

describe('every call of the specification', () => {
  it.each(calls)('$line', ({ method, path, query, payload }) => {
    const operation = document.paths[path]?.[method]
    expect(operation, 'the route').toBeDefined()
    expect(queryOf(operation!)).toEqual(expect.arrayContaining(query))
    expect(payloadOf(operation!)).toEqual(expect.arrayContaining(payload))
  })
})
