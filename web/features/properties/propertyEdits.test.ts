import { describe, expect, it } from 'vitest'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { toUpdateInput, fieldsOf, pickPendingEdits, replaceType } from './propertyEdits.ts'

const property: PropertyRecordFragment = {
  id: 'house',
  address: '1018 W 12th Demo St, Demo Town, IN 00042',
  streetNumber: '1018',
  streetName: 'W 12th Demo St',
  city: 'Demo Town',
  state: 'IN',
  zipCode: '00042',
  lat: 39.77,
  lng: -86.16,
  ownerName: 'Sample Owner 0142',
  ownerAddress: null,
  ownerSource: 'parcels:demo',
  ownerPhone: '(555) 010-0142',
  ownerEmail: null,
  parcelId: '49-00-0142-018',
  unconfirmed: false,
  priority: 'NORMAL',
  status: 'NEW',
  tags: ['STORM', 'GUTTER'],
  notes: null,
  accessNote: null,
  language: null,
  version: 1,
  createdAt: '2024-02-11T12:00:00Z',
  assignedTo: { id: 'riley', fullName: 'Riley Example', email: 'riley@maple-demo.example' },
}

describe('property edits', () => {
  it('show the first tag as the selected type', () => {
    expect(fieldsOf(property)).toEqual({
      ownerName: 'Sample Owner 0142',
      type: 'STORM',
      priority: 'NORMAL',
      ownerPhone: '(555) 010-0142',
      ownerEmail: '',
      notes: '',
      accessNote: '',
      language: '',
      assignedTo: 'riley',
    })
  })

  it('are pending only if they differ from the saved values', () => {
    expect(pickPendingEdits(property, { ownerName: 'Sample Owner 0142', notes: 'Blue gate', type: 'STORM' })).toEqual({
      notes: 'Blue gate',
    })
  })

  it('send only changed fields', () => {
    expect(toUpdateInput(property, {})).toEqual({})
    expect(toUpdateInput(property, { priority: 'HIGH' })).toEqual({ priority: 'HIGH' })
  })

  it('clear an owner, notes, or an assignee by sending null', () => {
    expect(toUpdateInput({ ...property, notes: 'Old' }, { ownerName: ' ', notes: '', assignedTo: null })).toEqual({
      ownerName: null,
      notes: null,
      assignedTo: null,
    })
  })

  it('replace the selected type and keep the other tags', () => {
    expect(replaceType(['STORM', 'GUTTER'], 'SHINGLE')).toEqual(['SHINGLE', 'GUTTER'])
    expect(replaceType(['STORM', 'GUTTER'], 'GUTTER')).toEqual(['GUTTER'])
    expect(replaceType([], 'STORM')).toEqual(['STORM'])
    expect(replaceType(['STORM', 'GUTTER'], null)).toEqual([])
  })
})
