/** How to import the files of another product, which are recognized by their headings. */
export interface ImportPreset {
  id: string
  /** The name of the product. */
  name: string
  /** The headings that a file of it has, all of them. */
  signature: readonly string[]
  /** The headings that fill each field, the first that the file has. Other fields are found by their usual names. */
  columns: Readonly<Record<string, readonly string[]>>
}

/** The products whose properties can be imported, after the fields that their own import guides name. */
export const importPresets: readonly ImportPreset[] = [
  {
    id: 'salesrabbit',
    name: 'SalesRabbit',
    signature: ['First Name', 'Address 1', 'Lead Status'],
    columns: {
      owner_first_name: ['First Name'],
      owner_last_name: ['Last Name'],
      address: ['Address 1'],
      unit: ['Apt/Suite', 'Address 2'],
      zip_code: ['Postal Code'],
      assigned_to: ['Assigned To (email)', 'Assigned To'],
      status: ['Lead Status'],
      visited_at: ['Last Visit Date', 'Status Modified', 'Date Modified', 'Last Modified'],
      created_at: ['Date Created', 'Created'],
    },
  },
  {
    id: 'spotio',
    name: 'SPOTIO',
    signature: ['House Number', 'Street', 'Last Visit Result'],
    columns: {
      street_number: ['House Number'],
      street_name: ['Street'],
      zip_code: ['Zip'],
      lat: ['Lat'],
      lng: ['Lng'],
      status: ['Stage'],
      // The owner of a record is a user there.
      assigned_to: ['Owner Email'],
      owner_name: ['Name', 'Full Name', 'Contact Name'],
      owner_email: ['Email'],
      visit_outcome: ['Last Visit Result', 'Visit Result'],
      visited_at: ['Last Visit Date', 'Last Visit', 'Visit Date'],
      visited_by: ['Visit Owner Email', 'Visited By'],
    },
  },
]
