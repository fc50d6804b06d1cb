import { describe, expect, it } from 'vitest'
import { isMergeField, mergeFields } from '../templates/mergeFields.ts'
import { addressLines, buildMergeValues, type LetterLead, type LetterSender } from './mergeValues.ts'
import { unknownOwner } from '../properties/owner.ts'

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
  accessNote: 'Side door.',
  language: 'es',
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
      owner_address: 'PO Box 142, Sampleton, IN 46000',
      access_note: 'Side door.',
      language: 'Spanish',
      addressee: 'Sample Owner 0142',
      mailing_address: 'PO Box 142\nSampleton, IN 46000',
      street_address: '1018 W 11th Demo St',
      street_name: 'W 11th Demo St',
      city: 'Indianapolis',
      state: 'IN',
      zip_code: '46202',
      city_state_zip: 'Indianapolis, IN 46202',
      neighborhood: 'Sample Park',
      parcel_id: '49-00-0142-018',
      rep_name: 'Avery Sample',
      rep_email: 'avery@maple-demo.example',
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

  it('are empty where nothing is known, so that a template can test them', () => {
    const unknown = {
      streetName: null,
      city: null,
      state: null,
      zipCode: null,
      neighborhood: null,
      parcelId: null,
      ownerName: null,
      ownerAddress: null,
      repName: null,
      repEmail: null,
      repPhone: null,
    }
    const values = buildMergeValues({ ...lead, ...unknown, templateData: {} }, sender)
    const empty = Object.keys(values).filter((name) => values[name] === '')
    expect(empty.toSorted()).toEqual(
      [
        'city',
        'city_state_zip',
        'neighborhood',
        'owner_address',
        'owner_name',
        'parcel_id',
        'rep_email',
        'rep_name',
        'rep_phone',
        'state',
        'street_name',
        'zip_code',
      ].toSorted(),
    )
    expect(values.mailing_address).toBe('1018 W 11th Demo St')
  })

  it('have no whitespace around the owner and the street', () => {
    const spaced = {
      address: '1018 W 11th Demo St , Indianapolis',
      ownerName: ' Sample Owner 0142 ',
      ownerAddress: ' PO Box 142 , Sampleton ',
    }
    expect(buildMergeValues({ ...lead, ...spaced }, sender)).toMatchObject({
      owner_name: 'Sample Owner 0142',
      addressee: 'Sample Owner 0142',
      owner_address: 'PO Box 142 , Sampleton',
      mailing_address: 'PO Box 142\nSampleton',
      street_address: '1018 W 11th Demo St',
    })
  })

  it('have of the template data what can stand in a letter, and at most 5,000 characters of it', () => {
    const templateData = {
      paid: true,
      note: 'x'.repeat(5_001),
      'gate-code': 1,
      'Gate code': 1,
      list: ['x'],
      none: null,
    }
    const values = buildMergeValues({ ...lead, templateData }, sender)
    expect(Object.keys(values).filter((name) => name.startsWith('data_'))).toEqual(['data_paid', 'data_note'])
    expect([values['data_paid'], values['data_note']]).toEqual(['true', 'x'.repeat(5_000)])
  })

  it.each([null, '', '  ', unknownOwner])('address the homeowner if the owner is unknown (%j)', (ownerName) => {
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

describe('the lines of an address', () => {
  it.each([
    ["are the owner's", 'owner', {}, ['PO Box 142', 'Sampleton, IN 46000']],
    [
      "are the property's if a letter is for the current resident",
      'property',
      {},
      ['1018 W 11th Demo St', 'Indianapolis, IN 46202'],
    ],
    [
      "are the property's if the owner's is blank",
      'owner',
      { ownerAddress: ' ' },
      ['1018 W 11th Demo St', 'Indianapolis, IN 46202'],
    ],
    [
      'do not repeat a place that is in the saved address',
      'property',
      { address: '1018 W 11th Demo St, Demo Town, IN 46203' },
      ['1018 W 11th Demo St', 'Demo Town, IN 46203'],
    ],
    ['are one line without a place', 'property', { city: null, state: null, zipCode: null }, ['1018 W 11th Demo St']],
  ] as const)('%s', (_what, addressedTo, changes, lines) => {
    expect(addressLines({ ...lead, ...changes }, addressedTo)).toEqual(lines)
  })
})
