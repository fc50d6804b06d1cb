import { describe, expect, it } from 'vitest'
import { bindTenant } from './parameters.ts'

const tenantId = '11111111-1111-4111-8111-111111111111'
const sql = 'select from leads l join knocks k on k.tenant_id = l.tenant_id where l.tenant_id = :tenant and l.id = $1'

describe('a statement for the tenant of its transaction', () => {
  it('gets the tenant as one more parameter, however often it is named', () => {
    expect(bindTenant(`${sql} and k.tenant_id = :tenant`, ['an id'], tenantId)).toEqual([
      sql.replace(':tenant', '$2') + ' and k.tenant_id = $2',
      ['an id', tenantId],
    ])
  })

  it('reads all tenants in the scope of the platform', () => {
    expect(bindTenant(sql, ['an id'], null)).toEqual([sql.replace('l.tenant_id = :tenant', 'true'), ['an id']])
    expect(bindTenant('delete from leads where tenant_id = :tenant', [], null)[0]).toBe('delete from leads where true')
  })

  it('is refused without either scope', () => {
    expect(() => bindTenant(sql, ['an id'], undefined)).toThrow('needs its scope')
    expect(bindTenant('select $1', [1], undefined)).toEqual(['select $1', [1]])
  })
})
