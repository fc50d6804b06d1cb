import { describe, expect, it } from 'vitest'
import { guessMapping } from './importFields.ts'

describe('the columns of a file', () => {
  it('are guessed by name, by other names, and with a typing error', () => {
    const headings = ['SITE_ADDR', 'City', 'OWNER1', 'MAIL_ADDR', 'PIN', 'JOB', 'URGENT', 'Neigborhood', 'UPDATED', '']
    expect(guessMapping('leads', headings)).toEqual({
      address: 'SITE_ADDR',
      city: 'City',
      owner_name: 'OWNER1',
      owner_address: 'MAIL_ADDR',
      parcel_id: 'PIN',
      tag: 'JOB',
      priority: 'URGENT',
      neighborhood: 'Neigborhood',
    })
  })

  it('are those of an exported file', () => {
    expect(guessMapping('leads', ['property_id', 'property.address', 'tag', 'follow_up_at'])).toEqual({
      property_id: 'property_id',
      address: 'property.address',
      tag: 'tag',
      follow_up_at: 'follow_up_at',
    })
  })

  it('are found by the words of the trade', () => {
    expect(guessMapping('leads', ['Address', 'Homeowner', 'Lead type'])).toEqual({
      address: 'Address',
      owner_name: 'Homeowner',
      tag: 'Lead type',
    })
    expect(guessMapping('properties', ['Homeowner', 'Lead Type'])).toEqual({
      owner_name: 'Homeowner',
      tags: 'Lead Type',
    })
  })

  it('of parcels are guessed by what counties call them, too', () => {
    expect(guessMapping('parcels', ['APN', 'Number of units'])).toMatchObject({ units: 'Number of units' })
  })

  it('prefer the name of a field to another name for it', () => {
    expect(guessMapping('users', ['Name', 'full_name', 'email'])).toEqual({ full_name: 'full_name', email: 'email' })
  })
})
