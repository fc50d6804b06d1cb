import { describe, expect, it } from 'vitest'
import { isMergeField, mergeFields, suggestMergeField } from './mergeFields.ts'
import { buildMergeValues, type LetterLead, type LetterSender } from './mergeValues.ts'
import { unknownOwner } from './owner.ts'

const lead: LetterLead = {
  address: '1018 W 11th Demo St',
  streetNumber: '1018',
  streetName: 'W 11th Demo St',
  city: 'Indianapolis',
  state: 'IN',
  zipCode: '46202',
  neighborhood: 'Sample Park',
  parcelId: '49-00-0142-018',
  ownerName: 'Sample Owner 0142',
  ownerAddress: 'PO Box 142, Sampleton, IN 46000',
  tag: 'storm',
  priority: 'high',
  status: 'new',
  createdAt: new Date('2024-02-10T03:00:00Z'),
  templateData: { priority: 'high', gate_code: 7, Bad: 'x', nested: { a: 1 } },
  repName: 'Avery Sample',
  repEmail: 'avery@maple-demo.example',
  repPhone: null,
}
const sender: LetterSender = {
  companyName: 'Maple Demo Roofing LLC',
  teamName: 'Maple Demo Roofing',
  timeZone: 'America/Indiana/Indianapolis',
  today: new Date('2024-02-12T02:00:00Z'),
}

describe('the merge values of a letter', () => {
  it("cover all merge fields and the lead's template data", () => {
    const values = buildMergeValues(lead, sender)
    expect(Object.keys(values).toSorted()).toEqual(
      [...mergeFields.map(({ name }) => name), 'data_gate_code', 'data_priority'].toSorted(),
    )
    expect(Object.keys(values).every(isMergeField)).toBe(true)
    expect(values).toMatchObject({
      salutation: 'Sample Owner 0142',
      mailing_address: 'PO Box 142\nSampleton, IN 46000',
      city_state_zip: 'Indianapolis, IN 46202',
      lead_type: 'Storm Damage',
      rep_phone: '',
      data_gate_code: '7',
    })
  })

  it("have dates in the tenant's time zone", () => {
    expect(buildMergeValues(lead, sender)).toMatchObject({
      created_date: 'Feb 9, 2024',
      date: 'Feb 11, 2024',
      date_long: 'February 11, 2024',
      year: '2024',
    })
  })

  it.each([null, '', unknownOwner])('address the homeowner if the owner is unknown (%j)', (ownerName) => {
    expect(buildMergeValues({ ...lead, ownerName, ownerAddress: null }, sender)).toMatchObject({
      owner_name: '',
      salutation: 'Homeowner',
      addressee: 'Current Resident',
      mailing_address: '1018 W 11th Demo St\nIndianapolis, IN 46202',
    })
  })

  it('never replace a merge field by template data', () => {
    const templateData = { owner_name: 'Somebody else' }
    expect(buildMergeValues({ ...lead, templateData }, sender)).toMatchObject({
      owner_name: 'Sample Owner 0142',
      data_owner_name: 'Somebody else',
    })
  })
})

it.each([
  ['ownername', 'owner_name'],
  ['Owner Name', 'owner_name'],
  ['zip', null],
  ['zipcode', 'zip_code'],
  ['adress', 'address'],
  ['something_else_entirely', null],
])('the suggestion for %s is %s', (wrong, nearest) => {
  expect(suggestMergeField(wrong)).toBe(nearest)
})
