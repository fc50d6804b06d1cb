import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../domain/errors.ts'
import type { Role } from '../../domain/enums.ts'
import {
  listMockLeads,
  listMockProperties,
  listMockUsers,
  readMockSales,
  readMockStats,
  readMockUsage,
} from './mockData.ts'

/** A context with only an actor: mock data uses neither the clock nor the database. */
const contextFor = (role: Role, viewedRole: Role | null = null) =>
  ({
    actor: {
      userId: 'u',
      sessionId: 's',
      email: '',
      fullName: '',
      role,
      viewedRole,
      tenantId: null,
      mustChangePassword: false,
    },
  }) as unknown as Context

const globalAdmin = contextFor('global_admin')
const allRows = { limit: 1000 }

describe('mock data', () => {
  it('is recognizable as invented', () => {
    const owners = listMockProperties(globalAdmin, allRows).items.map(({ ownerName }) => ownerName)
    expect(owners).toContain('Sample Owner 0142')
    expect(owners.filter((name) => name && !/^Sample Owner \d{4}$/.test(name))).toEqual([])
    expect(listMockUsers(globalAdmin, allRows).items.filter(({ email }) => !email.endsWith('.example'))).toEqual([])
  })

  it('is the same on every call', () => {
    for (const read of [listMockProperties, listMockLeads, listMockUsers])
      expect(read(globalAdmin, allRows)).toEqual(read(globalAdmin, allRows))
  })

  it('has a unique id in every row, and leads that each belong to another listed property', () => {
    const propertiesById = new Map(
      listMockProperties(globalAdmin, allRows).items.map((property) => [property.id, property]),
    )
    const leads = listMockLeads(globalAdmin, allRows).items
    const users = listMockUsers(globalAdmin, allRows).items
    expect([
      propertiesById.size,
      new Set(leads.map(({ id }) => id)).size,
      new Set(users.map(({ id }) => id)).size,
    ]).toEqual([160, 96, 24])
    expect(new Set(leads.map(({ address }) => address)).size).toBe(leads.length)
    expect(leads.filter((lead) => propertiesById.get(lead.propertyId!)?.address !== lead.address)).toEqual([])
    expect(leads.filter(({ repId }) => users.find(({ id }) => id === repId)?.role !== 'sales_rep')).toEqual([])
  })

  it('is listed newest first, page by page', () => {
    const { items, total } = listMockLeads(globalAdmin, allRows)
    const times = items.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(listMockLeads(globalAdmin, { limit: 10, offset: 90 })).toEqual({ items: items.slice(90), total })
    expect(listMockLeads(globalAdmin, { limit: 10, offset: 1000 })).toEqual({ items: [], total })
  })

  it('has metrics that add up', () => {
    const stats = readMockStats(globalAdmin, 30)
    expect(stats.apiCalls).toBe(stats.byAction.reduce((sum, { count }) => sum + count, 0))
    const usage = readMockUsage(globalAdmin, { period: 'month' })
    expect(usage.totalCost).toBeCloseTo(
      usage.byService.reduce((sum, { cost }) => sum + cost, 0),
      6,
    )
    const { member } = readMockSales(globalAdmin, { period: 'week' })
    expect(member.tagsBreakdown.reduce((sum, { count }) => sum + count, 0)).toBe(member.leadsCreated)
  })

  it('is only for a global admin who does not view the app as another role', () => {
    const others = [
      contextFor('sales_rep'),
      contextFor('admin'),
      contextFor('owner'),
      contextFor('global_admin', 'owner'),
    ]
    for (const ctx of others) {
      expect(() => listMockProperties(ctx, allRows)).toThrow(Forbidden)
      expect(() => listMockLeads(ctx, allRows)).toThrow(Forbidden)
      expect(() => listMockUsers(ctx, allRows)).toThrow(Forbidden)
      expect(() => readMockStats(ctx, 7)).toThrow(Forbidden)
      expect(() => readMockUsage(ctx, { period: 'month' })).toThrow(Forbidden)
      expect(() => readMockSales(ctx, { period: 'week' })).toThrow(Forbidden)
    }
  })
})
