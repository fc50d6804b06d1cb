import { describe, expect, it } from 'vitest'
import { findPreset, mapColumns } from './importPresets.ts'

const salesRabbit =
  'First Name,Last Name,Address 1,Apt/Suite,City,State,Postal Code,Assigned To (email),Lead Status,Latitude,Longitude,Status Modified'.split(
    ',',
  )
const spotio =
  'House Number,Street,City,Zip,State,Lat,Lng,Stage,Owner Email,External Pin Id,Last Visit Result,Last Visit Date'.split(
    ',',
  )

describe('the file of another product', () => {
  it('is recognized by its headings, in any order and case', () => {
    expect(findPreset('properties', salesRabbit)?.name).toBe('SalesRabbit')
    expect(
      findPreset(
        'properties',
        spotio.toReversed().map((heading) => heading.toUpperCase()),
      )?.name,
    ).toBe('SPOTIO')
    expect(findPreset('properties', ['Address', 'City', 'Lead Status'])).toBeNull()
    expect(findPreset('leads', spotio)).toBeNull()
  })

  it('has its columns where they belong', () => {
    expect(mapColumns('properties', salesRabbit, findPreset('properties', salesRabbit))).toEqual({
      owner_first_name: 'First Name',
      owner_last_name: 'Last Name',
      address: 'Address 1',
      unit: 'Apt/Suite',
      city: 'City',
      state: 'State',
      zip_code: 'Postal Code',
      assigned_to: 'Assigned To (email)',
      status: 'Lead Status',
      lat: 'Latitude',
      lng: 'Longitude',
      visited_at: 'Status Modified',
    })
    // The owner of a record is a user there, not the owner of the house.
    expect(mapColumns('properties', spotio, findPreset('properties', spotio))).toEqual({
      street_number: 'House Number',
      street_name: 'Street',
      city: 'City',
      zip_code: 'Zip',
      state: 'State',
      lat: 'Lat',
      lng: 'Lng',
      status: 'Stage',
      assigned_to: 'Owner Email',
      visit_outcome: 'Last Visit Result',
      visited_at: 'Last Visit Date',
    })
  })

  it('of no product is matched by usual names', () => {
    const headings = ['Address', 'Homeowner', 'Outcome', 'Visit Date']
    expect(mapColumns('properties', headings, null)).toEqual({
      address: 'Address',
      owner_name: 'Homeowner',
      visit_outcome: 'Outcome',
      visited_at: 'Visit Date',
    })
  })
})
